import { type BigIntStats, lstatSync, realpathSync, statSync } from 'node:fs'

/**
 * A change of the file by others:
 * - `moved`: its name refers to no file, or to another one.
 * - `back`: the name refers to the file again.
 * - `log`: a file that SQLite keeps beside it is missing or another one.
 * - `cut`: the file or its log was truncated or overwritten.
 */
type FileTrouble = 'moved' | 'back' | 'log' | 'cut'

/** Reason why the file cannot be used now, and what to do. */
export class FileError extends Error {
  /** Its code in the other thread. */
  readonly code = 'FILE'
  readonly trouble: FileTrouble

  constructor(trouble: FileTrouble, message: string) {
    super(message)
    this.name = 'FileError'
    this.trouble = trouble
  }
}

/** Identity of a file, independent of its name. */
export type FileIdentity = readonly [device: bigint, inode: bigint]

/** Length of the header of a database; SQLite discards the log of a shorter file. */
const HEADER = 100

/**
 * The files of a store as they were when it was opened: the database, and the two files that SQLite keeps
 * beside it until it is closed (https://www.sqlite.org/walformat.html).
 *
 * Only their names are examined: closing any descriptor of a file releases all locks of the process on it
 * (POSIX, fcntl), including those of SQLite.
 */
export class DatabaseFiles {
  readonly #path: string
  /** The target of a link: SQLite keeps its files beside that. */
  readonly #target: string
  readonly #beside: ReadonlyMap<string, FileIdentity>
  #file: BigIntStats

  constructor(path: string) {
    this.#path = path
    this.#target = realpathSync(path)
    this.#file = lstatSync(this.#target, { bigint: true })
    const names = [this.log, `${this.#target}-shm`]
    this.#beside = new Map(
      names.map((name) => [name, identityOf(lstatSync(name, { bigint: true }))]),
    )
  }

  get identity(): FileIdentity {
    return identityOf(this.#file)
  }

  /** The name of the write-ahead log. */
  get log(): string {
    return `${this.#target}-wal`
  }

  /** Checks that each name still refers to the same file. */
  check(isWhole: () => boolean): void {
    // Not through a link that replaced the file: SQLite would expect its log elsewhere.
    const file = checked(statOf(lstatSync, this.#target), this.identity)
    if (this.#path !== this.#target) checkIdentity(this.#path, this.identity)
    if (file.size < this.#file.size && (file.size < HEADER || !isWhole())) {
      throw new FileError('cut', 'the file was cut off; stop what uses it, then restore a backup')
    }
    this.#file = file
    for (const [name, identity] of this.#beside) {
      if (hasIdentity(statOf(lstatSync, name), identity)) continue
      throw new FileError('log', `${name} is gone or replaced; the store is opened again`)
    }
  }
}

/** Checks that a name refers to a file, also through links. @throws {FileError} `moved`. */
export function checkIdentity(name: string, identity: FileIdentity): void {
  checked(statOf(statSync, name), identity)
}

function checked(file: BigIntStats | undefined, identity: FileIdentity): BigIntStats {
  if (file && hasIdentity(file, identity)) return file
  const why = file
    ? 'another file is in its place; put the first one back, or restart to use this one'
    : 'the file is gone; put it back, or restart to begin an empty store'
  throw new FileError('moved', why)
}

function identityOf({ dev, ino }: BigIntStats): FileIdentity {
  return [dev, ino]
}

function hasIdentity(file: BigIntStats | undefined, [device, inode]: FileIdentity): boolean {
  return file?.dev === device && file.ino === inode
}

function statOf(stat: typeof lstatSync, name: string): BigIntStats | undefined {
  try {
    return stat(name, { bigint: true, throwIfNoEntry: false })
  } catch {
    // A circle of links, or a folder without search permission.
    return undefined
  }
}
