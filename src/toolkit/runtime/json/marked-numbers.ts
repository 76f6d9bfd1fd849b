import { setOwn } from '../../openapi/json.js'
import type { ConversionPlace } from '../../validation/conversions/conversion-place.js'
import { unrounded } from '../../validation/conversions/inexact-integers.js'
import { isInexactNumber } from '../../validation/numeric.js'
import { JsonSyntaxError, MAX_DEPTH, refusePrototype } from './exact.js'
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
export class MarkedNumbers {
  /** Number of strings so far, the names of members included. */
  strings = 0
  /** True if an integer was restored that a `number` does not hold. */
  isInexact = false
  readonly #bytes: Buffer
  readonly #numbers: readonly number[]
  readonly #refusesPrototypes: boolean

  constructor(bytes: Buffer, numbers: readonly number[], refusesPrototypes: boolean) {
    this.#refusesPrototypes = refusesPrototypes
    this.#bytes = bytes
    this.#numbers = numbers
  }

  restore(value: unknown, place: ConversionPlace, depth = 0): unknown {
    if (typeof value === 'number') return isMarked(value) ? this.#numberOf(value, place) : value
    if (typeof value === 'string') this.strings++
    if (value === null || typeof value !== 'object') return value
    if (depth >= MAX_DEPTH) throw new JsonSyntaxError('depth')
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) {
        value[index] = this.restore(value[index], place.atIndex(index).open, depth + 1)
      }
      return value
    }
    for (const name in value) {
      this.strings++
      const member = (value as Record<string, unknown>)[name]
      if (this.#refusesPrototypes) refusePrototype(name, member)
      if (typeof member === 'string') this.strings++
      if (!mayChange(member)) continue
      const restored = this.restore(member, place.atName(name).open, depth + 1)
      if (restored !== member) setOwn(value as Record<string, unknown>, name, restored)
    }
    return value
  }

  /** @throws {JsonSyntaxError} for what is no number: one sign more makes the other number negative. */
  #numberOf(marked: number, { isInt64 }: ConversionPlace): unknown {
    if (marked < 0) throw new JsonSyntaxError('syntax')
    const at = 2 * Math.round(marked / UNIT) - 2
    const [start, end] = [this.#numbers[at] as number, this.#numbers[at + 1] as number]
    const integer = shortInteger(this.#bytes, start, end)
    if (integer !== undefined) {
      if (!isInt64) return this.#unrounded(integer)
      const number = Number(integer)
      return Number.isSafeInteger(number) ? number : integer
    }
    const exact = parseNumber(this.#bytes.toString('latin1', start, end))
    if (exact === undefined) throw new JsonSyntaxError('syntax')
    return isInt64 ? exact : this.#unrounded(exact)
  }

  #unrounded(exact: unknown): unknown {
    const number = unrounded(exact)
    this.isInexact ||= isInexactNumber(number)
    return number
  }
}

function isMarked(value: number): boolean {
  return Math.abs(value) >= UNIT
}

/** False for most members, whose places need not be looked up. */
function mayChange(member: unknown): boolean {
  return typeof member === 'number' ? isMarked(member) : typeof member === 'object'
}
