/**
 * Conversion of column values. Text is passed as UTF-8 bytes: as TEXT the library truncates it at U+0000.
 * Statements have to cast: bytes without a cast equal no text, and are stored as a BLOB.
 */

import type { ColumnValue } from './method.js'

/** @throws {TypeError} for a text that the statement does not cast. */
export function toSqlite(
  sql: string,
  values: readonly ColumnValue[],
): readonly (Buffer | bigint | null)[] {
  return values.map((value, index) => {
    if (typeof value !== 'string') return value
    if (!isCast(sql, index)) throw castError('give a text as `cast(? as text)`', sql)
    return Buffer.from(value)
  })
}

/** @throws {TypeError} for a text that the statement does not cast. */
export function fromSqlite(sql: string, row: readonly unknown[]): readonly unknown[] {
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
