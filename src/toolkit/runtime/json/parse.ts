import { isUtf8 } from 'node:buffer'
import type { Conversions } from '../conversions/conversions.js'
import { settleNumbers } from '../conversions/converted-values.js'
import { JsonSyntaxError, MAX_DEPTH, parseExact, parseToken } from './exact.js'

/**
 * Parses JSON by the rules of I-JSON (RFC 7493, sections 2.1 and 2.3: UTF-8, no lone surrogates, no
 * duplicate members). An int64 that a number cannot hold becomes a `bigint`; other numbers are the
 * nearest `number`.
 *
 * `JSON.parse` does the work unless the text may contain something that it gets wrong.
 *
 * @param conversions - Conversions of the schema, which tell where int64s are.
 * @throws {JsonSyntaxError} for anything else.
 */
export function parseJson(bytes: Buffer, conversions?: Conversions): unknown {
  if (!isUtf8(bytes)) throw new JsonSyntaxError('encoding')
  const text = bytes.toString('utf8')
  return needsExactParser(text) ? settleNumbers(parseExact(text), conversions) : parseFast(text)
}

/**
 * True if `JSON.parse` could lose something: escapes (lone surrogates, and quotes that `parseFast`
 * cannot count), numbers of 16 and more digits, or exponents.
 */
function needsExactParser(text: string): boolean {
  return text.includes('\\') || RISKY_NUMBER.test(text)
}

const RISKY_NUMBER = /(?:^|[:,[\s])-?(?:[\d.]{16}|\d[\d.]*[eE])/

function parseFast(text: string): unknown {
  const value = parseToken(text)
  // Without escapes each string has two quotes, so that a member that JSON.parse overwrote is
  // missed here.
  if (countStrings(value, 0) * 2 !== countQuotes(text)) throw new JsonSyntaxError('duplicate')
  return value
}

function countQuotes(text: string): number {
  let count = 0
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) count++
  return count
}

function countStrings(value: unknown, depth: number): number {
  if (typeof value === 'string') return 1
  if (value === null || typeof value !== 'object') return 0
  if (depth >= MAX_DEPTH) throw new JsonSyntaxError('depth')
  let count = 0
  if (Array.isArray(value)) {
    for (const element of value) count += countStrings(element, depth + 1)
    return count
  }
  for (const key in value) {
    count += 1 + countStrings((value as Record<string, unknown>)[key], depth + 1)
  }
  return count
}
