import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** What files and folders look like from outside, by path. */
export type Snapshot = ReadonlyMap<string, string>

/** What stands for a folder: it counts by being there, and what is in it by itself. */
export const FOLDER = 'folder'

/**
 * What changes whenever a file does, also when another file takes its place; empty when there is
 * none. `ctime` sees what keeps the time of the content: a copy of an old file, a permission.
 */
export function fingerprint(file: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true })
    return [ino, size, mtimeNs, ctimeNs].join(' ')
  } catch {
    return ''
  }
}

/** These files. */
export function filesAt(files: Iterable<string>): Snapshot {
  return new Map([...files].map((file) => [file, fingerprint(file)]))
}

/** What nobody writes by hand: packages, and the folders of tools. */
const FOREIGN = /^(node_modules|\..+)$/

/**
 * These folders and everything in them that `wanted` names; a folder that is not there is empty.
 *
 * @param without - Folders that are left out.
 */
export function treesAt(
  folders: Iterable<string>,
  wanted: RegExp,
  without: readonly string[] = [],
): Snapshot {
  const found = new Map<string, string>()
  const visit = (folder: string): void => {
    found.set(folder, FOLDER)
    for (const entry of entriesOf(folder)) {
      const name = path.join(folder, entry.name)
      const isOurs = !FOREIGN.test(entry.name) && !without.includes(name)
      if (entry.isDirectory() && isOurs) visit(name)
      else if (wanted.test(entry.name)) found.set(name, fingerprint(name))
    }
  }
  for (const folder of folders) visit(folder)
  return found
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

/** Whether two snapshots show the same. */
export function isSame(one: Snapshot, other: Snapshot): boolean {
  if (one.size !== other.size) return false
  for (const [file, mark] of one) if (other.get(file) !== mark) return false
  return true
}
