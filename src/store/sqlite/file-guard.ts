import { existsSync } from 'node:fs'
import { DatabaseFiles, FileError, type FileIdentity } from './database-files.js'
import { emptyLog, isWhole, moveLog, whileLocked, writeNothing } from './maintenance.js'
import type { OpenFile } from './open-file.js'
import { CommitLog } from './write-ahead-log.js'

/** Frames after which SQLite itself moves the log into the file. */
const enoughFrames = 1000

/** Milliseconds between checks of the names: opening a replaced file takes longer. */
const checkInterval = 10

/** Attempts, since another process may restart the log during each of them. */
const tries = 3

/** Ensures that plants are in the file of this name: SQLite goes on writing to one that was removed or replaced. */
export class FileGuard {
  readonly #opened: OpenFile
  readonly #files: DatabaseFiles
  readonly #log: CommitLog
  #error: FileError | undefined
  #checkedAt = Number.NEGATIVE_INFINITY

  constructor(opened: OpenFile, path: string) {
    this.#opened = opened
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
        if (this.#log.frames >= enoughFrames) this.#moveLog()
        return false
      case 'moved':
        // Completes the moved file, and leaves no log for another file with its name.
        this.#emptyLog()
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
    if (trouble === 'none' || trouble === 'moved') this.#emptyLog()
    this.#log.close()
  }

  #moveLog(): boolean {
    const { database, second } = this.#opened
    return this.#log.isSound() && moveLog(database, second)
  }

  #emptyLog(): void {
    if (this.#moveLog() && emptyLog(this.#opened.database)) this.#log.forget()
  }

  /** Moves a log without a name into the file. Returns true if all of it was moved. */
  #saveLog(): boolean {
    try {
      if (this.#log.isSound() || this.#isWritable()) return this.#moveLog()
      this.#cutOff()
    } catch {
      // Another process has the lock; the next batch tries again.
    }
    return false
  }

  /**
   * True if the log contains a new commit, and so all before it, also after another process has restarted it or
   * was killed.
   */
  #isWritable(): boolean {
    for (let n = 0; n < tries && this.#writesAgain(); n++) {
      if (this.#log.advance()) return true
    }
    return false
  }

  #writesAgain(): boolean {
    this.#log.reread()
    return writeNothing(this.#opened.database)
  }

  #checkFiles(): void {
    try {
      this.#files.check(() => isWhole(this.#opened.database))
      this.#checkedAt = performance.now()
    } catch (error) {
      throw this.#remember(error as FileError)
    }
  }

  #cutOff(): FileError {
    whileLocked(this.#opened.database, () => this.#log.trim())
    const why = `${this.#files.log} was cut off or changed; restart to use what is left of it`
    return this.#remember(new FileError('cut', why))
  }

  #remember(error: FileError): FileError {
    this.#error = error
    return error
  }
}
