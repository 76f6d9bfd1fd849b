/**
 * Values on their way into SQLite and out of it. Text goes as UTF-8 bytes: as TEXT, the library cuts it at
 * U+0000. Bytes that are not cast are equal to no text, and would be stored as none, without a word.
 */

import type { Column } from './method.js'

/** @throws {TypeError} for a text that the statement does not cast. */
export function toSqlite(
  sql: string,
  values: readonly Column[],
): readonly (Buffer | bigint | null)[] {
  return values.map((value, index) => {
    if (typeof value !== 'string') return value
    if (!isCast(sql, index)) throw unlike('give a text as `cast(? as text)`', sql)
    return Buffer.from(value)
  })
}

/** @throws {TypeError} for a text that the statement does not cast. */
export function fromSqlite(sql: string, row: readonly unknown[]): readonly unknown[] {
  return row.map((value) => {
    if (typeof value === 'string') throw unlike('select a text as `cast(name as blob)`', sql)
    return Buffer.isBuffer(value) ? value.toString() : value
  })
}

const casts = new Map<string, readonly boolean[]>()

/** Whether a parameter of a statement becomes a text. */
function isCast(sql: string, index: number): boolean {
  const known = casts.get(sql) ?? parametersOf(sql)
  casts.set(sql, known)
  return known[index] === true
}

function parametersOf(sql: string): boolean[] {
  const found = sql.matchAll(/'[^']*'|"[^"]*"|cast\s*\(\s*\?\s+as\s+text\s*\)|\?/gi)
  return [...found].flatMap(([each]) => (/^['"]/.test(each) ? [] : each !== '?'))
}

function unlike(what: string, sql: string): TypeError {
  return new TypeError(`${what}: ${sql.trim()}`)
}
