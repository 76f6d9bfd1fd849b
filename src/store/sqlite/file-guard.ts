import { existsSync } from 'node:fs'
import type Database from 'libsql'
import { CommitLog } from './commit-log.js'
import { type Identity, Place } from './database-files.js'
import { FileError } from './file-error.js'
import { checkpoint, isWhole, whileLocked, writeNothing } from './maintenance.js'

/** As many frames as SQLite itself lets come together before it moves them into the file. */
const enoughFrames = 1000

/**
 * For how many milliseconds a look at the names is enough to begin with. Whoever opens the file anew, and
 * could be disturbed, takes longer.
 */
const lookHolds = 10

/** Another process may begin the log anew at any moment; at the same moment of each try it does not. */
const tries = 3

/**
 * Sees to it that what is answered for is where the name of the file leads to: not in a file that was
 * removed, replaced or cut off meanwhile, which SQLite would go on writing to without a word.
 */
export class Guard {
  readonly #database: Database.Database
  readonly #place: Place
  readonly #log: CommitLog
  #found: FileError | undefined
  #lookedAt = Number.NEGATIVE_INFINITY

  constructor(database: Database.Database, path: string) {
    this.#database = database
    this.#place = new Place(path)
    this.#log = new CommitLog(this.#place.log)
  }

  get identity(): Identity {
    return this.#place.identity
  }

  /**
   * Before something is read or written.
   *
   * @throws {FileError} when the file is not what it was a moment ago.
   */
  check(): void {
    const before = this.#found
    if (before?.trouble === 'cut') throw before
    if (before || performance.now() - this.#lookedAt > lookHolds) this.#look()
    // Others may have changed it meanwhile: nothing that is known of it holds.
    if (before) throw this.#note(new FileError('back', 'the file is back; it is opened again'))
  }

  /**
   * After a commit, since the file may have gone while it was made: it counts when the log that the name
   * leads to holds it.
   *
   * @param wrote - whether the transaction changed anything.
   * @throws {FileError} when it may be lost.
   */
  confirm(wrote: boolean): void {
    this.#look()
    if (wrote ? this.#log.advance() : this.#log.isIntact()) return
    if (!this.#isWritable()) throw this.#cutOff()
  }

  /**
   * After a batch: moves the log into the file where SQLite would, in the midst of a commit; but of a log
   * that is not what it was nothing. And saves what can be saved of a file that is not what it was.
   *
   * @returns whether the file is to be closed, and opened again.
   */
  settle(): boolean {
    switch (this.#found?.trouble) {
      case undefined:
        if (this.#log.frames >= enoughFrames) this.#moveLog('passive')
        return false
      case 'moved':
        // Wherever it is now, it is complete, and no log is left for another file in its place.
        this.#moveLog('truncate')
        return false
      case 'log':
        // Once another log has been begun, this one may be older than the file.
        return existsSync(this.#place.log) || this.#saveLog()
      case 'cut':
        return false
      case 'back':
        return true
    }
  }

  /**
   * Leaves no log to be replayed, as far as other processes allow without waiting; unless others may have
   * begun another log or index, to which this one does not belong.
   */
  close(): void {
    const trouble = this.#found?.trouble ?? 'none'
    if (trouble === 'none' || trouble === 'moved') this.#moveLog('truncate')
    this.#log.close()
  }

  #moveLog(how: 'passive' | 'full' | 'truncate'): boolean {
    const isMoved = this.#log.isSound() && checkpoint(this.#database, how)
    if (isMoved && how === 'truncate') this.#log.forget()
    return isMoved
  }

  /** Moves a log that has no name any more into the file; whether all of it is there. */
  #saveLog(): boolean {
    try {
      if (this.#log.isSound() || this.#isWritable()) return this.#moveLog('full')
      this.#cutOff()
    } catch {
      // Others have the lock: the next batch tries again.
    }
    return false
  }

  /** Whether what is committed is found in the log: also in one that another process has begun anew. */
  #isWritable(): boolean {
    for (let n = 0; n < tries && writeNothing(this.#database); n++) {
      if (this.#log.advance()) return true
    }
    return false
  }

  #look(): void {
    try {
      this.#place.check(() => isWhole(this.#database))
      this.#lookedAt = performance.now()
    } catch (error) {
      throw this.#note(error as FileError)
    }
  }

  #cutOff(): FileError {
    whileLocked(this.#database, () => this.#log.trim())
    const why = `${this.#place.log} was cut off or changed; restart to use what is left of it`
    return this.#note(new FileError('cut', why))
  }

  #note(error: FileError): FileError {
    this.#found = error
    return error
  }
}
