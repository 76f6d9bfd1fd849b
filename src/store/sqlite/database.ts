import type Database from 'libsql'
import { fromSqlite, toSqlite } from './columns.js'
import { checkIdentity, type Identity } from './database-files.js'
import { Guard } from './file-guard.js'
import type { Settings } from './messages.js'
import type { Column, Reader, Writer } from './method.js'
import { openFile } from './open-file.js'

/** The plants in one SQLite file. Synchronous: it lives in the thread of the store. */
export class PlantDatabase {
  readonly #database: Database.Database
  readonly #guard: Guard
  readonly #writer: Statements
  readonly reader: Reader

  /**
   * @param known - the file that it has to be; without it, whichever is there, or a new one.
   * @throws {FileError} when another file is there, or none.
   */
  constructor(settings: Settings, known?: Identity) {
    if (known) checkIdentity(settings.path, known)
    this.#database = openFile(settings)
    this.#guard = new Guard(this.#database, settings.path)
    this.#writer = new Statements(this.#database)
    this.reader = new SelectOnly(this.#writer)
  }

  /** Which file it is. */
  get identity(): Identity {
    return this.#guard.identity
  }

  /**
   * Before something is read; a transaction does so by itself.
   *
   * @throws {FileError} when the file is not what it was.
   */
  check(): void {
    this.#guard.check()
  }

  /**
   * Runs `work` and commits: when it returns, everything in it is durable; when it throws, nothing
   * in it is stored. One exception that no store can avoid: a failed COMMIT may have reached the
   * disk, and then all of it has. Only here is there something to write with.
   *
   * @throws {FileError} when the file is not what it was: it may be stored, or lost with the file.
   */
  transaction<Result>(work: (writer: Writer) => Result): Result {
    this.#guard.check()
    const before = this.#writer.changes
    const result = this.#commit(work)
    this.#guard.confirm(this.#writer.changes > before)
    return result
  }

  /** After a batch; whether it is to be closed, and opened again. */
  settle(): boolean {
    return this.#guard.settle()
  }

  #commit<Result>(work: (writer: Writer) => Result): Result {
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

  /**
   * Moves everything from the write-ahead log into the file, as far as other processes allow
   * without waiting, and closes it. The log stays valid if this fails.
   */
  close(): void {
    this.#guard.close()
    this.#database.close()
  }
}

/** Prepares each statement once. */
class Statements implements Writer {
  readonly #database: Database.Database
  readonly #statements = new Map<string, Database.Statement>()
  /** How many rows were ever changed. */
  changes = 0

  constructor(database: Database.Database) {
    this.#database = database
  }

  get<Row extends readonly Column[]>(sql: string, ...values: Column[]): Row | undefined {
    const row = this.#prepare(sql).get(toSqlite(sql, values)) as unknown[] | undefined
    return row && (fromSqlite(sql, row) as unknown as Row)
  }

  all<Row extends readonly Column[]>(sql: string, ...values: Column[]): Row[] {
    const rows = this.#prepare(sql).all(toSqlite(sql, values)) as unknown[][]
    return rows.map((row) => fromSqlite(sql, row) as unknown as Row)
  }

  run(sql: string, ...values: Column[]): number {
    const { changes } = this.#prepare(sql).run(toSqlite(sql, values))
    this.changes += changes
    return changes
  }

  #prepare(sql: string): Database.Statement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#database.prepare(sql).safeIntegers()
    if (statement.reader) statement.raw()
    this.#statements.set(sql, statement)
    return statement
  }
}

/** By SQLite's grammar a statement that begins with SELECT writes nothing: https://www.sqlite.org/lang_select.html */
class SelectOnly implements Reader {
  readonly #plants: Reader

  constructor(plants: Reader) {
    this.#plants = plants
  }

  get<Row extends readonly Column[]>(sql: string, ...values: Column[]): Row | undefined {
    return this.#plants.get(selectOnly(sql), ...values)
  }

  all<Row extends readonly Column[]>(sql: string, ...values: Column[]): Row[] {
    return this.#plants.all(selectOnly(sql), ...values)
  }
}

function selectOnly(sql: string): string {
  if (!/^\s*select\b/i.test(sql)) {
    throw new TypeError(`a read of the store may only select; declare it as a write: ${sql.trim()}`)
  }
  return sql
}
