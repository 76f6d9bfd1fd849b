import type Database from 'libsql'
import type { ColumnValue, PlantWriter } from './methods.js'

export class StatementCache implements PlantWriter {
  readonly #database: Database.Database
  readonly #statements = new Map<string, Database.Statement>()

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
    return this.#prepare(sql).run(toSqlite(sql, values)).changes
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

/**
 * Text with U+0000 as UTF-8 bytes: as TEXT, which takes less time, the library truncates it there. Statements
 * have to cast: bytes without a cast equal no text, and are stored as a BLOB. @throws {TypeError} for text
 * that is not cast.
 */
function toSqlite(sql: string, values: readonly ColumnValue[]): (Buffer | ColumnValue)[] {
  const casts = castsOf(sql)
  return values.map((value, index) => {
    if (typeof value !== 'string') return value
    if (!casts[index]) throw castError('give a text as `cast(? as text)`', sql)
    return value.includes('\0') ? Buffer.from(value) : value
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

function castsOf(sql: string): readonly boolean[] {
  const known = castsByStatement.get(sql)
  if (known) return known
  const tokens = sql.matchAll(/'[^']*'|"[^"]*"|cast\s*\(\s*\?\s+as\s+text\s*\)|\?/gi)
  const casts = [...tokens].flatMap(([token]) => (/^['"]/.test(token) ? [] : token !== '?'))
  castsByStatement.set(sql, casts)
  return casts
}

function castError(remedy: string, sql: string): TypeError {
  return new TypeError(`${remedy}: ${sql.trim()}`)
}
