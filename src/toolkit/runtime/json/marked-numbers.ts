import { setOwn } from '../../openapi/json.js'
import { ConversionPlace } from '../../validation/conversions/conversion-place.js'
import type { Conversions } from '../../validation/conversions/conversions.js'
import { noteInexact, unrounded } from '../../validation/conversions/inexact-integers.js'
import { isInexactNumber } from '../../validation/numeric.js'
import { parseNumber } from './exact-number.js'
import { shortInteger } from './short-integer.js'
import { syntaxErrorIn } from './syntax-error.js'

/** What stands for numbers is a multiple of this, in which no other number of the text is. */
const UNIT = 1e99

/**
 * The text with others in place of numbers, whose digits `JSON.parse` would lose: the first one is 1e99,
 * the second one 2e99.
 *
 * @param numbers - Starts and ends of all numbers that may be lost; others are less than 1e99.
 */
export function markNumbers(bytes: Buffer, numbers: readonly number[]): string {
  // One character for each byte.
  const text = bytes.toString('latin1')
  let marked = ''
  let at = 0
  for (let index = 0; index < numbers.length; index += 2) {
    marked += `${text.slice(at, numbers[index])}${index / 2 + 1}e99`
    at = numbers[index + 1] as number
  }
  return Buffer.from(marked + text.slice(at), 'latin1').toString('utf8')
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
    if (marked < 0) throw syntaxErrorIn(bytes.toString('utf8'))
    const at = 2 * Math.round(marked / UNIT) - 2
    const [start, end] = [numbers[at] as number, numbers[at + 1] as number]
    const exact =
      shortInteger(bytes, start, end) ?? parseNumber(bytes.toString('latin1', start, end))
    if (exact === undefined) throw syntaxErrorIn(bytes.toString('utf8'))
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
