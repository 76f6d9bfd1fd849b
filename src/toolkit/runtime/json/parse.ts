import { isUtf8 } from 'node:buffer'
import type { Conversions } from '../conversions/conversions.js'
import { settleUnvalidated } from '../conversions/converted-values.js'
import { noteInexact } from '../conversions/inexact-integers.js'
import { Int64Places } from '../conversions/int64-places.js'
import { JsonSyntaxError, MAX_DEPTH, parseExact, parseToken, refusePrototype } from './exact.js'
import { MarkedNumbers, markNumbers } from './marked-numbers.js'
import { scanJson } from './scan.js'

/**
 * Parses JSON by the rules of I-JSON (RFC 7493, sections 2.1 and 2.3: UTF-8, no lone surrogates, no
 * duplicate members). An int64 that a number cannot hold becomes a `bigint`, another such integer is
 * {@link rounded} when it is valid, and other numbers are the nearest `number`.
 *
 * `JSON.parse` does the work, also of texts with numbers that it would round: others stand for them
 * meanwhile. Texts that it could lose something else of take the exact parser.
 *
 * @param conversions - Conversions of the schema, which tell where int64s are.
 * @param refusesPrototypes - True if members that change prototypes are refused.
 * @throws {JsonSyntaxError} for anything else.
 */
export function parseJson(
  bytes: Buffer,
  conversions?: Conversions,
  refusesPrototypes = false,
): unknown {
  if (!isUtf8(bytes)) throw new JsonSyntaxError('encoding')
  const { strings, hasCodes, numbers } = scanJson(bytes)
  if (!hasCodes && numbers.length === 0) {
    const value = parseToken(bytes.toString('utf8'))
    // A member that JSON.parse overwrote is missed here.
    if (countStrings(value, 0, refusesPrototypes) !== strings)
      throw new JsonSyntaxError('duplicate')
    return value
  }
  const text = hasCodes ? undefined : markNumbers(bytes, numbers)
  if (text === undefined) {
    return settleUnvalidated(parseExact(bytes.toString('utf8'), refusesPrototypes), conversions)
  }
  const marked = new MarkedNumbers(bytes, numbers, refusesPrototypes)
  const value = marked.restore(parseToken(text), Int64Places.of(conversions))
  if (marked.strings !== strings) throw new JsonSyntaxError('duplicate')
  if (marked.isInexact) noteInexact(value)
  return value
}

function countStrings(value: unknown, depth: number, refuses: boolean): number {
  if (typeof value === 'string') return 1
  if (value === null || typeof value !== 'object') return 0
  if (depth >= MAX_DEPTH) throw new JsonSyntaxError('depth')
  let count = 0
  if (Array.isArray(value)) {
    for (const element of value) count += countStrings(element, depth + 1, refuses)
    return count
  }
  for (const key in value) {
    const member = (value as Record<string, unknown>)[key]
    if (refuses) refusePrototype(key, member)
    count += 1 + countStrings(member, depth + 1, refuses)
  }
  return count
}
