import { type BigIntStats, lstatSync, realpathSync, statSync } from 'node:fs'

/** Reason why the file cannot be used now, and what to do. */
export class FileError extends Error {
  /** Its code in the other thread. */
  readonly code = 'FILE'
}

/**
 * Checks the files of an open store by their names: the database, and the two that SQLite keeps beside it
 * (https://www.sqlite.org/walformat.html). SQLite goes on with files that have lost their names, and what it
 * commits there is gone with the process.
 *
 * They are never opened: closing any descriptor of a file releases all locks of the process on it (POSIX,
 * fcntl), including those of SQLite.
 *
 * @param size - Returns the least size that the file may have.
 * @returns what checks that each name still refers to the same file, and that the file was not cut off; it throws a
 * `FileError`.
 */
export function fileCheck(path: string, size: () => number): () => void {
  // The target of a link: SQLite keeps its files beside that.
  const target = realpathSync(path)
  let known = lstatSync(target, { bigint: true })
  const names = ['-wal', '-shm'].map((suffix) => `${target}${suffix}`)
  const beside = names.map((name) => [name, lstatSync(name, { bigint: true })] as const)
  const found = (stat: typeof lstatSync, name: string): BigIntStats => {
    const file = statOf(stat, name)
    if (isSame(file, known)) return file
    throw new FileError(
      file
        ? 'another file is in its place; put the first one back, or stop all that use it, and remove its -wal and -shm'
        : 'the file is gone; put it back',
    )
  }
  return () => {
    // Not through a link that replaced the file: SQLite would expect its log elsewhere after a restart.
    const file = found(lstatSync, target)
    if (path !== target) found(statSync, path)
    // `VACUUM` makes a file smaller, too.
    if (file.size < known.size && file.size < size()) {
      throw new FileError('the file was cut off; stop what uses it, then restore a backup')
    }
    known = file
    for (const [name, identity] of beside) {
      if (isSame(statOf(lstatSync, name), identity)) continue
      throw new FileError(
        `${name} is gone or replaced; stop all that use the file, then start them`,
      )
    }
  }
}

function isSame(file: BigIntStats | undefined, { dev, ino }: BigIntStats): file is BigIntStats {
  return file?.dev === dev && file.ino === ino
}

function statOf(stat: typeof lstatSync, name: string): BigIntStats | undefined {
  try {
    return stat(name, { bigint: true, throwIfNoEntry: false })
  } catch {
    // A circle of links, or a folder without search permission.
    return undefined
  }
}
