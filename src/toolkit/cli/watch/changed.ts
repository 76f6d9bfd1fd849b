import { type FSWatcher, watch as fsWatch } from 'node:fs'
import { foldersOf } from './folders.js'
import { isSame, type Snapshot } from './snapshot.js'

/** What to wait for. */
export interface Wait {
  /** What was there when it was read; a change since then counts, however early it came. */
  readonly seen: Snapshot
  /** What is there now. */
  look(): Snapshot
  /** Ends the wait. */
  readonly signal: AbortSignal
  /** `fs.watch`; tests have their own. */
  watch?(folder: string, changed: () => void): FSWatcher
}

/** Milliseconds without a change after which a change is complete. */
const SETTLED = 50

/** Milliseconds between two looks at a folder that the system cannot watch. */
const UNWATCHED = 1000

/**
 * Resolves when what is there is no longer what was seen and changes no more, or when the signal ends
 * the wait.
 *
 * The folders are watched, not the files: an editor saves by putting a new file in the old one's
 * place, and a file that vanishes comes back.
 */
export function changed({ seen, look, signal, watch = fsWatch }: Wait): Promise<void> {
  const watchers = new Map<string, FSWatcher>()
  return new Promise((resolve) => {
    let last = seen
    let timer: NodeJS.Timeout | undefined
    const soon = (after = SETTLED): void => {
      timer ??= setTimeout(check, after)
    }
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      for (const watcher of watchers.values()) watcher.close()
      resolve()
    }
    // First watch, then look: nothing that happens between the two is missed.
    const check = (): void => {
      timer = undefined
      const unwatched = !arm(watchers, last, soon, watch)
      const now = look()
      const settled = isSame(now, last)
      last = now
      const isChanged = !isSame(now, seen)
      if (isChanged && settled) end()
      else if (isChanged) soon()
      else if (unwatched) soon(UNWATCHED)
    }
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
    else check()
  })
}

/** Watches the folders of what is there, and no others; `false` when one of them cannot be watched. */
function arm(
  watchers: Map<string, FSWatcher>,
  snapshot: Snapshot,
  soon: () => void,
  watch: NonNullable<Wait['watch']>,
): boolean {
  const wanted = foldersOf(snapshot)
  for (const [id, watcher] of watchers) {
    if (wanted.has(id)) continue
    watcher.close()
    watchers.delete(id)
  }
  let all = true
  for (const [id, folder] of wanted) {
    if (watchers.has(id)) continue
    try {
      const watcher = watch(folder, () => soon())
      // Windows says so when the folder goes.
      watcher.on('error', () => {
        watchers.delete(id)
        watcher.close()
        soon()
      })
      watchers.set(id, watcher)
    } catch {
      all = false // it went just now, or the system has no watches left
    }
  }
  return all
}
