import type Database from 'libsql'
import { checkIdentity, type FileIdentity } from './database-files.js'
import { FileGuard } from './file-guard.js'
import { beginWrite } from './maintenance.js'
import type { DatabaseSettings } from './messages.js'
import type { PlantReader, PlantWriter } from './methods.js'
import { openFile } from './open-file.js'
import { StatementCache } from './statement-cache.js'

/** The plants in one SQLite file. Each method blocks its thread until it has its result. */
export class PlantDatabase {
  readonly #database: Database.Database
  readonly #second: Database.Database
  readonly #guard: FileGuard
  readonly #writer: StatementCache
  readonly #busyTimeout: number
  readonly reader: PlantReader
  #commitTime: number | undefined

  /** The file has to have this `identity`, if it was opened before. @throws {FileError} */
  constructor(settings: DatabaseSettings, identity?: FileIdentity) {
    if (identity) checkIdentity(settings.path, identity)
    const opened = openFile(settings)
    this.#database = opened.database
    this.#second = opened.second
    this.#busyTimeout = settings.busyTimeout
    this.#guard = new FileGuard(opened, settings.path)
    this.#writer = new StatementCache(this.#database)
    const writer = this.#writer
    this.reader = {
      get: (sql, ...values) => writer.get(checkSelect(sql), ...values),
      all: (sql, ...values) => writer.all(checkSelect(sql), ...values),
    }
  }

  get identity(): FileIdentity {
    return this.#guard.identity
  }

  /** Call before reads outside of a transaction. @throws {FileError} when the file was replaced or damaged. */
  check(): void {
    this.#guard.check()
  }

  /**
   * Runs `work` and commits: when it returns, all its changes are durable; when it throws, none is stored.
   * One exception that no store can avoid: after a failed COMMIT all of them may be stored.
   *
   * @throws {FileError} when the file was replaced or damaged; the changes may be stored, or lost with it.
   */
  transaction<Result>(work: (writer: PlantWriter) => Result): Result {
    this.#guard.check()
    const before = this.#writer.changes
    const [result, time] = this.#commit(work)
    const hasWritten = this.#writer.changes > before
    if (hasWritten) this.#commitTime = time
    this.#guard.confirm(hasWritten)
    return result
  }

  /** Runs `work` inside of a transaction, and undoes its changes if it returns `undefined`. */
  attempt<Result>(work: () => Result | undefined): Result | undefined {
    this.#writer.run('savepoint attempt')
    const result = work()
    if (result === undefined) this.#writer.run('rollback to attempt')
    this.#writer.run('release attempt')
    return result
  }

  /** Milliseconds that the last commit took, with its fsync; undefined if none has written since the last call. */
  takeCommitTime(): number | undefined {
    const time = this.#commitTime
    this.#commitTime = undefined
    return time
  }

  /** Call after a batch. Returns true if the file has to be closed and opened again. */
  settle(): boolean {
    return this.#guard.settle()
  }

  #commit<Result>(work: (writer: PlantWriter) => Result): [Result, milliseconds: number] {
    beginWrite(this.#database, this.#busyTimeout)
    try {
      const result = work(this.#writer)
      const start = performance.now()
      this.#database.exec('commit')
      return [result, performance.now() - start]
    } catch (error) {
      // A full disk or an I/O error has ended the transaction already.
      if (this.#database.inTransaction) this.#database.exec('rollback')
      throw error
    }
  }

  /** Moves the write-ahead log into the file, as far as possible without waiting, and closes it. */
  close(): void {
    this.#guard.close()
    this.#second.close()
    this.#database.close()
  }
}

/** A statement that begins with SELECT writes nothing: https://www.sqlite.org/lang_select.html */
function checkSelect(sql: string): string {
  if (!/^\s*select\b/i.test(sql)) {
    throw new TypeError(`a read of the store may only select; declare it as a write: ${sql.trim()}`)
  }
  return sql
}
