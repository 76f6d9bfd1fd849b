import type Database from 'libsql'
import { checkIdentity, type FileIdentity } from './database-files.js'
import { FileGuard } from './file-guard.js'
import type { DatabaseSettings } from './messages.js'
import type { ColumnValue, PlantReader, PlantWriter } from './methods.js'
import { openFile } from './open-file.js'

/** The plants in one SQLite file. Each method blocks its thread until it has its result. */
export class PlantDatabase {
  readonly #database: Database.Database
  readonly #guard: FileGuard
  readonly #writer: StatementCache
  readonly reader: PlantReader

  /** The file has to have this `identity`, if it was opened before. @throws {FileError} */
  constructor(settings: DatabaseSettings, identity?: FileIdentity) {
    if (identity) checkIdentity(settings.path, identity)
    this.#database = openFile(settings)
    this.#guard = new FileGuard(this.#database, settings.path)
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
    const result = this.#commit(work)
    this.#guard.confirm(this.#writer.changes > before)
    return result
  }

  /** Call after a batch. Returns true if the file has to be closed and opened again. */
  settle(): boolean {
    return this.#guard.settle()
  }

  #commit<Result>(work: (writer: PlantWriter) => Result): Result {
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

  /** Moves the write-ahead log into the file, as far as possible without waiting, and closes it. */
  close(): void {
    this.#guard.close()
    this.#database.close()
  }
}

class StatementCache implements PlantWriter {
  readonly #database: Database.Database
  readonly #statements = new Map<string, Database.Statement>()
  changes = 0

  constructor(database: Database.Database) {
    this.#database = database
  }

  get<Row extends readonly ColumnValue[]>(sql: string, ...values: ColumnValue[]): Row | undefined {
    const row = this.#prepare(sql).get(toSqlite(sql, values)) as unknown[] | undefined
    return row && (fromSqlite(sql, row) as unknown as Row)
  }

  all<Row extends readonly ColumnValue[]>(sql: string, ...values: ColumnValue[]): Row[] {
    const rows = this.#prepare(sql).all(toSqlite(sql, values)) as unknown[][]
    return rows.map((row) => fromSqlite(sql, row) as unknown as Row)
  }

  run(sql: string, ...values: ColumnValue[]): number {
    const { changes } = this.#prepare(sql).run(toSqlite(sql, values))
    this.changes += changes
    return changes
  }

  #prepare(sql: string): Database.Statement {
    const cached = this.#statements.get(sql)
    if (cached) return cached
    const statement = this.#database.prepare(sql).safeIntegers()
    if (statement.reader) statement.raw()
    this.#statements.set(sql, statement)
    return statement
  }
}

/** A statement that begins with SELECT writes nothing: https://www.sqlite.org/lang_select.html */
function checkSelect(sql: string): string {
  if (!/^\s*select\b/i.test(sql)) {
    throw new TypeError(`a read of the store may only select; declare it as a write: ${sql.trim()}`)
  }
  return sql
}

/**
 * Conversion of column values. Text is passed as UTF-8 bytes: as TEXT the library truncates it at U+0000.
 * Statements have to cast: bytes without a cast equal no text, and are stored as a BLOB.
 */

/** @throws {TypeError} for text that the statement does not cast. */
function toSqlite(sql: string, values: readonly ColumnValue[]): (Buffer | bigint | null)[] {
  return values.map((value, index) => {
    if (typeof value !== 'string') return value
    if (!isCast(sql, index)) throw castError('give a text as `cast(? as text)`', sql)
    return Buffer.from(value)
  })
}

/** @throws {TypeError} for text that the statement does not cast. */
function fromSqlite(sql: string, row: readonly unknown[]): readonly unknown[] {
  return row.map((value) => {
    if (typeof value === 'string') throw castError('select a text as `cast(name as blob)`', sql)
    return Buffer.isBuffer(value) ? value.toString() : value
  })
}

/** By statement: true for each parameter that is cast to text. */
const castsByStatement = new Map<string, readonly boolean[]>()

function isCast(sql: string, index: number): boolean {
  const casts = castsByStatement.get(sql) ?? castsOf(sql)
  castsByStatement.set(sql, casts)
  return casts[index] === true
}

function castsOf(sql: string): boolean[] {
  const tokens = sql.matchAll(/'[^']*'|"[^"]*"|cast\s*\(\s*\?\s+as\s+text\s*\)|\?/gi)
  return [...tokens].flatMap(([token]) => (/^['"]/.test(token) ? [] : token !== '?'))
}

function castError(remedy: string, sql: string): TypeError {
  return new TypeError(`${remedy}: ${sql.trim()}`)
}
