import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { watch as watchPaths } from 'chokidar'

export interface ChangeWait {
  /** The state that was read; any later change counts, even one before the wait. */
  readonly seen: Snapshot
  look(): Snapshot
  /** Ends the wait. */
  readonly signal: AbortSignal
  /** Default: chokidar's `watch`. */
  readonly watch?: typeof watchPaths
  /** Milliseconds between regular looks. */
  readonly interval?: number
  /** Most looks at a file that is empty, and was not: it is being written. */
  readonly patience?: number
}

/** Milliseconds without a change after which a change is complete. */
const SETTLED = 20

/**
 * Resolves when the files differ from `seen` and no longer change, or when the signal is aborted.
 *
 * Regular looks see what chokidar 5 does not report: a file that appears together with its folder, a folder
 * that was replaced, a link that was redirected, a system without free watches.
 */
export function changed(wait: ChangeWait): Promise<void> {
  const { seen, look, signal, watch = watchPaths, interval = 1000 } = wait
  let { patience = 50 } = wait
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    let last = seen
    let timer: NodeJS.Timeout | undefined
    const soon = (): void => {
      timer ??= setTimeout(check, SETTLED)
    }
    const end = (): void => {
      clearTimeout(timer)
      clearInterval(regular)
      signal.removeEventListener('abort', end)
      // What chokidar 5 is about to watch when it is closed stays open, and keeps the process alive.
      ready.then(() => watcher.close())
      resolve()
    }
    const check = (): void => {
      timer = undefined
      const now = look()
      const isSettled = isDeepStrictEqual(now, last)
      last = now
      if (isDeepStrictEqual(now, seen)) return
      if (isSettled && (patience-- <= 0 || !isEmptied(now, seen))) end()
      else soon()
    }
    const regular = setInterval(soon, interval)
    // The folders, whose files are watched with them, and the files elsewhere.
    const isWatched = (name: string) =>
      seen.get(name) === FOLDER || seen.get(path.dirname(name)) !== FOLDER
    const names = [...seen.keys()].filter(isWatched)
    const watcher = watch(names, { depth: 0, ignoreInitial: true })
    const ready = new Promise<void>((isReady) => watcher.once('ready', isReady))
    watcher.on('all', soon).on('ready', soon)
    // The regular looks replace a watch that failed.
    watcher.on('error', soon)
    signal.addEventListener('abort', end)
    check()
  })
}

/** True if a file is empty that was not: `tool > openapi.yaml` empties it before the tool begins. */
function isEmptied(now: Snapshot, seen: Snapshot): boolean {
  return [...now].some(([name, print]) => isEmpty(print) && !isEmpty(seen.get(name) ?? ''))
}

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
