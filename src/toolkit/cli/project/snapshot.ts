import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** Fingerprints of files and folders by path. */
export type Snapshot = ReadonlyMap<string, string>

/** Fingerprint of a folder; its content has entries of its own. */
export const FOLDER = 'folder'

/**
 * A value that changes with a file, also when another file replaces it; empty if there is none. `ctime`
 * covers changes that keep `mtime`: a copy of an old file, a permission.
 */
export function fingerprint(file: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true })
    return [ino, size, mtimeNs, ctimeNs].join(' ')
  } catch {
    return ''
  }
}

export function isEmpty(print: string): boolean {
  return print.split(' ')[1] === '0'
}

export function filesAt(files: Iterable<string>): Snapshot {
  return new Map([...files].map((file) => [file, fingerprint(file)]))
}

/** Packages, and the folders of tools. */
const FOREIGN = /^(node_modules|\..+)$/

/**
 * These folders and all files in them whose names match `pattern`. A missing folder counts as an empty one.
 *
 * @param without - Folders to leave out.
 */
export function treesAt(
  folders: Iterable<string>,
  pattern: RegExp,
  without: readonly string[] = [],
): Snapshot {
  const snapshot = new Map<string, string>()
  const visit = (folder: string): void => {
    if (snapshot.has(folder)) return
    snapshot.set(folder, FOLDER)
    for (const entry of entriesOf(folder)) {
      const name = path.join(folder, entry.name)
      const isOwn = !FOREIGN.test(entry.name) && !without.includes(name)
      if (entry.isDirectory() && isOwn) visit(name)
      else if (pattern.test(entry.name)) snapshot.set(name, fingerprint(name))
    }
  }
  for (const folder of folders) visit(folder)
  return snapshot
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
