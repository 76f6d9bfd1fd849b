import { type BigIntStats, lstatSync, realpathSync, statSync } from 'node:fs'
import { FileError } from './file-error.js'

/** Which file it is, whatever its name: its device, and its number there. */
export type Identity = readonly [device: bigint, number: bigint]

/** The length of the head of a database: without it SQLite throws the log away. */
const HEAD = 100

/**
 * Where the file of a store is, and what was found there when it was opened: the database, and the two
 * files that SQLite keeps beside it until it is closed (https://www.sqlite.org/walformat.html).
 *
 * They are looked at by name and never opened: closing a file gives up every lock that the process has
 * on it (POSIX, fcntl), those of SQLite included.
 */
export class Place {
  readonly #given: string
  /** SQLite keeps its files beside the file that a link leads to. */
  readonly #name: string
  readonly #beside: ReadonlyMap<string, Identity>
  #file: BigIntStats

  constructor(path: string) {
    this.#given = path
    this.#name = realpathSync(path)
    this.#file = lstatSync(this.#name, { bigint: true })
    const names = [this.log, `${this.#name}-shm`]
    this.#beside = new Map(
      names.map((name) => [name, identityOf(lstatSync(name, { bigint: true }))]),
    )
  }

  get identity(): Identity {
    return identityOf(this.#file)
  }

  /** The name of the write-ahead log. */
  get log(): string {
    return `${this.#name}-wal`
  }

  /**
   * Whether each name leads to the file that it led to.
   *
   * @param isWhole - asked when the file is shorter than it was: it may be so after a VACUUM.
   * @throws {FileError} `moved`, `cut` or `log`.
   */
  check(isWhole: () => boolean): void {
    // Where a file was, a link to it is another one: SQLite would look for the log elsewhere.
    const file = checked(look(lstatSync, this.#name), this.identity)
    if (this.#given !== this.#name) checkIdentity(this.#given, this.identity)
    if (file.size < this.#file.size && (file.size < HEAD || !isWhole())) {
      throw new FileError('cut', 'the file was cut off; stop what uses it, then restore a backup')
    }
    this.#file = file
    for (const [name, identity] of this.#beside) {
      if (isSame(look(lstatSync, name), identity)) continue
      throw new FileError('log', `${name} is gone or replaced; the store is opened again`)
    }
  }
}

/**
 * Whether a name leads to a file, through links too.
 *
 * @throws {FileError} `moved`.
 */
export function checkIdentity(name: string, identity: Identity): void {
  checked(look(statSync, name), identity)
}

function checked(found: BigIntStats | undefined, identity: Identity): BigIntStats {
  if (found && isSame(found, identity)) return found
  const why = found
    ? 'another file is in its place; put the first one back, or restart to use this one'
    : 'the file is gone; put it back, or restart to begin an empty store'
  throw new FileError('moved', why)
}

function identityOf({ dev, ino }: BigIntStats): Identity {
  return [dev, ino]
}

function isSame(found: BigIntStats | undefined, [device, number]: Identity): boolean {
  return found?.dev === device && found.ino === number
}

function look(how: typeof lstatSync, name: string): BigIntStats | undefined {
  try {
    return how(name, { bigint: true, throwIfNoEntry: false })
  } catch {
    // Links in a circle, or a folder that may not be searched any more.
    return undefined
  }
}
