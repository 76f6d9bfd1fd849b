import { isObject } from '../../../openapi/json.js'
import type { SchemaObject } from '../../../openapi/schema/schema.js'
import { type Risk, riskOf } from '../../../regex/analysis/risk.js'
import type { Cursor } from '../document/cursor.js'

/** What grows with the square of a text is common, and is matched otherwise without a word. */
const WORTH_TELLING = 3

/** How much of a pattern, or of a text, is shown. */
const SHOWN = 80

/** Tells the patterns of a schema by which a hostile text could stall whoever holds it against them. */
export function reportPatterns(cursor: Cursor, schema: SchemaObject): void {
  const { pattern, maxLength, patternProperties } = schema
  if (typeof pattern === 'string') {
    const length = typeof maxLength === 'number' ? 2 * maxLength : Infinity
    reportPattern(cursor.get('pattern') as Cursor, pattern, length)
  }
  if (!isObject(patternProperties)) return
  for (const [name, member] of (cursor.get('patternProperties') as Cursor).entries()) {
    if (Object.hasOwn(patternProperties, name)) reportPattern(member, name, Infinity)
  }
}

function reportPattern(cursor: Cursor, pattern: string, length: number): void {
  const risk = riskOf(pattern)
  if (risk === undefined || risk.short >= length) return
  const isWorth = risk.attack !== undefined && risk.degree >= WORTH_TELLING
  if (risk.syntax !== undefined && !isWorth) return
  cursor.report.warn(cursor, message(pattern, risk), advice(risk))
}

function message(pattern: string, { degree, short, syntax, attack }: Risk): string {
  const cut = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)
  const time = Number.isFinite(degree) ? `time that grows with n^${degree}` : 'exponential time'
  const text = attack === undefined ? '' : ` to refuse texts like ${JSON.stringify(cut(attack))}`
  const consequence =
    syntax === undefined
      ? `texts of more than ${short} characters are refused`
      : 'it is matched in linear time here, and not by other tools'
  return `the pattern ${JSON.stringify(cut(pattern))} can take ${time}${text}; ${consequence}`
}

function advice({ short, syntax }: Risk): string {
  const rewritten = 'rewrite it so that a text can match in one way only'
  return syntax === undefined
    ? `${rewritten}, without references back, or add \`maxLength: ${Math.floor(short / 2)}\``
    : `${rewritten}, or add a small \`maxLength\``
}
