import { existsSync } from 'node:fs'
import type Database from 'libsql'
import { DatabaseFiles, FileError, type FileIdentity } from './database-files.js'
import { checkpoint, isWhole, whileLocked, writeNothing } from './maintenance.js'
import { CommitLog } from './write-ahead-log.js'

/** Frames after which SQLite itself moves the log into the file. */
const enoughFrames = 1000

/** Milliseconds between checks of the names: opening a replaced file takes longer. */
const checkInterval = 10

/** Attempts, since another process may restart the log during each of them. */
const tries = 3

/** Ensures that plants are in the file of this name: SQLite goes on writing to one that was removed or replaced. */
export class FileGuard {
  readonly #database: Database.Database
  readonly #files: DatabaseFiles
  readonly #log: CommitLog
  #error: FileError | undefined
  #checkedAt = Number.NEGATIVE_INFINITY

  constructor(database: Database.Database, path: string) {
    this.#database = database
    this.#files = new DatabaseFiles(path)
    this.#log = new CommitLog(this.#files.log)
  }

  get identity(): FileIdentity {
    return this.#files.identity
  }

  /** Call before reads and writes. @throws {FileError} when the file was replaced or damaged. */
  check(): void {
    const before = this.#error
    if (before?.trouble === 'cut') throw before
    if (before || performance.now() - this.#checkedAt > checkInterval) this.#checkFiles()
    // Others may have changed the file meanwhile, so the state of this connection is outdated.
    if (before) throw this.#remember(new FileError('back', 'the file is back; it is opened again'))
  }

  /**
   * Call after a commit: it counts if the log that the name refers to contains it.
   *
   * @param wrote - true if the transaction changed anything.
   * @throws {FileError} when the commit may be lost.
   */
  confirm(wrote: boolean): void {
    this.#checkFiles()
    if (wrote ? this.#log.advance() : this.#log.isIntact()) return
    if (!this.#isWritable()) throw this.#cutOff()
  }

  /**
   * Call after a batch. Moves a sound log into the file, which SQLite itself would do during a commit, and
   * saves what can be saved of a replaced or damaged file.
   *
   * @returns true if the file has to be closed and opened again.
   */
  settle(): boolean {
    switch (this.#error?.trouble) {
      case undefined:
        if (this.#log.frames >= enoughFrames) this.#moveLog('passive')
        return false
      case 'moved':
        // Completes the moved file, and leaves no log for another file with its name.
        this.#moveLog('truncate')
        return false
      case 'log':
        // If there is another log, this one may be older than the file.
        return existsSync(this.#files.log) || this.#saveLog()
      case 'cut':
        return false
      case 'back':
        return true
    }
  }

  /** Moves the log into the file, without waiting; unless others may have another log or index. */
  close(): void {
    const trouble = this.#error?.trouble ?? 'none'
    if (trouble === 'none' || trouble === 'moved') this.#moveLog('truncate')
    this.#log.close()
  }

  #moveLog(mode: 'passive' | 'full' | 'truncate'): boolean {
    const isMoved = this.#log.isSound() && checkpoint(this.#database, mode)
    if (isMoved && mode === 'truncate') this.#log.forget()
    return isMoved
  }

  /** Moves a log without a name into the file. Returns true if all of it was moved. */
  #saveLog(): boolean {
    try {
      if (this.#log.isSound() || this.#isWritable()) return this.#moveLog('full')
      this.#cutOff()
    } catch {
      // Another process has the lock; the next batch tries again.
    }
    return false
  }

  /** True if the log contains a new commit, also after another process has restarted it. */
  #isWritable(): boolean {
    for (let n = 0; n < tries && writeNothing(this.#database); n++) {
      if (this.#log.advance()) return true
    }
    return false
  }

  #checkFiles(): void {
    try {
      this.#files.check(() => isWhole(this.#database))
      this.#checkedAt = performance.now()
    } catch (error) {
      throw this.#remember(error as FileError)
    }
  }

  #cutOff(): FileError {
    whileLocked(this.#database, () => this.#log.trim())
    const why = `${this.#files.log} was cut off or changed; restart to use what is left of it`
    return this.#remember(new FileError('cut', why))
  }

  #remember(error: FileError): FileError {
    this.#error = error
    return error
  }
}
