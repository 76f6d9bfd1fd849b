import { isUtf8 } from 'node:buffer'
import { isPrototype } from '../../openapi/json.js'
import type { Conversions } from '../../validation/conversions/conversions.js'
import { markInexact } from '../../validation/conversions/converted-values.js'
import { parseNumber } from './exact-number.js'
import { type JsonScan, scanJson } from './scan.js'
import { JsonSyntaxError, syntaxErrorIn } from './syntax-error.js'

/** Most objects and arrays inside each other, the outermost included (RFC 8259, section 9). */
const MAX_DEPTH = 256

/**
 * Parses JSON by the rules of I-JSON (RFC 7493, sections 2.1 and 2.3: UTF-8, no lone surrogates, no
 * duplicate members). An int64 that a number cannot hold becomes a `bigint`, another such integer is
 * {@link rounded} when it is valid, and other numbers are the nearest `number`.
 *
 * `JSON.parse` does the work, also of texts with numbers that it would round: others stand for them meanwhile.
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
  const scan = scanJson(bytes)
  const hasNumbers = scan.numbers.length > 0
  const text = hasNumbers ? markNumbers(bytes, scan.numbers) : bytes.toString()
  const value = settled(parsed(text, hasNumbers), bytes, scan, refusesPrototypes)
  return hasNumbers ? markInexact(value, conversions) : value
}

/** What stands for numbers is a multiple of this, in which no other number of the text is. */
const UNIT = 1e99

/**
 * The text with others in place of numbers, whose digits `JSON.parse` would lose: the first one is 1e99,
 * the second one 2e99.
 *
 * @param numbers - Starts and ends of all numbers that may be lost; others are less than 1e99.
 */
function markNumbers(bytes: Buffer, numbers: JsonScan['numbers']): string {
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

/**
 * The value with its numbers back in their places.
 *
 * @throws {JsonSyntaxError} for what `JSON.parse` lets pass.
 */
function settled(
  whole: unknown,
  bytes: Buffer,
  { strings, hasCodes, numbers }: JsonScan,
  refusesPrototypes: boolean,
): unknown {
  let count = 0
  const value = inside(whole, 0)
  // A member that JSON.parse overwrote is missed here.
  if (count !== strings) throw new JsonSyntaxError('duplicate')
  return value

  function inside(value: unknown, depth: number): unknown {
    if (typeof value === 'string') meet(value)
    if (typeof value === 'number' && numbers.length > 0) return numberOf(value)
    if (typeof value !== 'object' || value === null) return value
    if (depth >= MAX_DEPTH) throw new JsonSyntaxError('depth')
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) {
        value[index] = inside(value[index], depth + 1)
      }
      return value
    }
    const object = value as Record<string, unknown>
    for (const name in object) {
      meet(name)
      const before = object[name]
      if (refusesPrototypes && isPrototype(name, before)) throw new JsonSyntaxError('prototype')
      const after = inside(before, depth + 1)
      // Every key is an own member already, so that even `__proto__` can be assigned.
      if (after !== before) object[name] = after
    }
    return value
  }

  function meet(text: string): void {
    count++
    if (hasCodes && !text.isWellFormed()) throw new JsonSyntaxError('surrogate')
  }

  /** One sign more makes what stands for a number negative. */
  function numberOf(marked: number): unknown {
    if (Math.abs(marked) < UNIT) return marked
    const at = 2 * Math.round(marked / UNIT) - 2
    const exact =
      at < 0 ? undefined : parseNumber(bytes.toString('latin1', numbers[at], numbers[at + 1]))
    if (exact === undefined) throw new JsonSyntaxError('syntax')
    return exact
  }
}

function parsed(text: string, isMarked: boolean): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // Marks move the place.
    throw isMarked ? new JsonSyntaxError('syntax') : syntaxErrorIn(text, error as Error)
  }
}
