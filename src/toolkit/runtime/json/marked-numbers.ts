import { setOwn } from '../../openapi/json.js'
import { ConversionPlace } from '../../validation/conversions/conversion-place.js'
import type { Conversions } from '../../validation/conversions/conversions.js'
import { noteInexact, unrounded } from '../../validation/conversions/inexact-integers.js'
import { isInexactNumber } from '../../validation/numeric.js'
import { JsonSyntaxError } from './exact.js'
import { parseNumber } from './exact-number.js'
import { shortInteger } from './short-integer.js'

/** What stands for numbers is a multiple of this, in which no other number of the text is. */
const UNIT = 1e99
const UNIT_CODES = Buffer.from('e99')
/** A longer number has room for any count. */
const LONG = 15
const ZERO = 0x30
const SPACE = 0x20

/**
 * The text with others in place of numbers, whose digits `JSON.parse` would lose: the first one is 1e99,
 * the second one 2e99, with spaces before them. `undefined` if one that would be lost is too short for that.
 *
 * @param numbers - Starts and ends of all numbers that may be lost; others are less than 1e99.
 */
export function markNumbers(bytes: Buffer, numbers: readonly number[]): string | undefined {
  const marked = Buffer.from(bytes)
  for (let index = 0; index < numbers.length; index += 2) {
    const [start, end] = [numbers[index] as number, numbers[index + 1] as number]
    const count = index / 2 + 1
    if (fits(count, end - start)) mark(marked, start, end, count)
    else if (isLost(bytes.toString('latin1', start, end))) return undefined
  }
  return marked.toString('utf8')
}

function fits(count: number, length: number): boolean {
  return length > LONG || count < 10 ** (length - UNIT_CODES.length)
}

function mark(bytes: Buffer, start: number, end: number, count: number): void {
  let at = end
  for (let code = UNIT_CODES.length - 1; code >= 0; code--) {
    bytes[--at] = UNIT_CODES[code] as number
  }
  for (let rest = count; rest > 0; rest = Math.trunc(rest / 10)) bytes[--at] = ZERO + (rest % 10)
  while (at > start) bytes[--at] = SPACE
}

function isLost(token: string): boolean {
  const exact = parseNumber(token)
  return typeof exact !== 'number' || Math.abs(exact) >= UNIT
}

/** Puts the numbers of a text back in their places: exact ones where int64s are, elsewhere the nearest. */
export function restoreNumbers(
  value: unknown,
  bytes: Buffer,
  numbers: readonly number[],
  conversions: Conversions | undefined,
): unknown {
  let isInexact = false
  const restored = restore(value, ConversionPlace.of(conversions).open)
  if (isInexact) noteInexact(restored)
  return restored

  function restore(value: unknown, place: ConversionPlace): unknown {
    if (!mayChange(value)) return value
    if (typeof value === 'number') return numberOf(value, place)
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) {
        value[index] = restore(value[index], place.atIndex(index).open)
      }
      return value
    }
    const object = value as Record<string, unknown>
    for (const name in object) {
      const member = object[name]
      if (!mayChange(member)) continue
      const restored = restore(member, place.atName(name).open)
      if (restored !== member) setOwn(object, name, restored)
    }
    return value
  }

  /** @throws {JsonSyntaxError} for what is no number: one sign more makes the other number negative. */
  function numberOf(marked: number, { isInt64 }: ConversionPlace): unknown {
    if (marked < 0) throw new JsonSyntaxError('syntax')
    const at = 2 * Math.round(marked / UNIT) - 2
    const [start, end] = [numbers[at] as number, numbers[at + 1] as number]
    const exact =
      shortInteger(bytes, start, end) ?? parseNumber(bytes.toString('latin1', start, end))
    if (exact === undefined) throw new JsonSyntaxError('syntax')
    if (isInt64) return exact
    const number = unrounded(exact)
    isInexact ||= isInexactNumber(number)
    return number
  }
}

/** True for what may hold such numbers; the places of most members need not be looked up. */
function mayChange(member: unknown): boolean {
  if (typeof member === 'number') return Math.abs(member) >= UNIT
  return typeof member === 'object' && member !== null
}
