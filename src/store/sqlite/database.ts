import type Database from 'libsql'
import { fileCheck } from './database-files.js'
import type { DatabaseSettings } from './messages.js'
import type { PlantReader, PlantWriter } from './methods.js'
import { openFile } from './open-file.js'
import { readNumber } from './ownership.js'
import { StatementCache } from './statement-cache.js'

/** The plants in one SQLite file. Each method blocks its thread until it has its result. */
export class PlantDatabase {
  readonly #database: Database.Database
  /** Call it after a commit, too: it counts if the name still refers to its file. @throws {FileError} */
  readonly check: () => void
  readonly #writer: StatementCache
  readonly reader: PlantReader

  /** @throws {Error} see `openFile`. */
  constructor(settings: DatabaseSettings) {
    this.#database = openFile(settings)
    this.#writer = new StatementCache(this.#database)
    this.check = fileCheck(
      settings.path,
      () =>
        readNumber(this.#database, 'pragma page_size') *
        readNumber(this.#database, 'pragma page_count'),
    )
    const writer = this.#writer
    this.reader = {
      get: (sql, ...values) => writer.get(checkSelect(sql), ...values),
      all: (sql, ...values) => writer.all(checkSelect(sql), ...values),
    }
  }

  /**
   * Runs `work` and commits: when it returns, all its changes are on the disk; when it throws, none is stored.
   * One exception that no store can avoid: after a failed COMMIT all of them may be stored.
   */
  transaction<Result>(work: (writer: PlantWriter) => Result): Result {
    this.#database.exec('begin immediate')
    try {
      const result = work(this.#writer)
      this.#database.exec('commit')
      return result
    } catch (error) {
      // A full disk or an I/O error has ended the transaction already.
      if (this.#database.inTransaction) this.#database.exec('rollback')
      throw error
    }
  }

  close(): void {
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
