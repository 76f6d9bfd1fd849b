import { isUtf8 } from 'node:buffer'
import { isPrototype } from '../../openapi/json.js'
import { ConversionPlace } from '../../validation/conversions/conversion-place.js'
import type { Conversions } from '../../validation/conversions/conversions.js'
import { markInexact } from '../../validation/conversions/converted-values.js'
import { noteInexact } from '../../validation/conversions/inexact-integers.js'
import { JsonSyntaxError, MAX_DEPTH, parseExact } from './exact.js'
import { MarkedNumbers, markNumbers } from './marked-numbers.js'

/**
 * Parses JSON by the rules of I-JSON (RFC 7493, sections 2.1 and 2.3: UTF-8, no lone surrogates, no
 * duplicate members). An int64 that a number cannot hold becomes a `bigint`, another such integer is
 * {@link rounded} when it is valid, and other numbers are the nearest `number`.
 *
 * `JSON.parse` does the work, also of texts with numbers that it would round: others stand for them
 * meanwhile, which takes 23 µs for 4 KB with 51 such int64s, and 81 µs by the exact parser. Texts that
 * `JSON.parse` could lose something else of take the exact parser.
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
  if (!hasCodes && numbers.length === 0) return plainJson(bytes, strings, refusesPrototypes)
  const text = hasCodes ? undefined : markNumbers(bytes, numbers)
  if (text === undefined) {
    return markInexact(parseExact(bytes.toString('utf8'), refusesPrototypes), conversions)
  }
  const marked = new MarkedNumbers(bytes, numbers, refusesPrototypes)
  const value = marked.restore(parsed(text, bytes), ConversionPlace.of(conversions).open)
  if (marked.strings !== strings) throw new JsonSyntaxError('duplicate')
  if (marked.isInexact) noteInexact(value)
  return value
}

/**
 * Parses JSON by the same rules, but without loss: an integer that a number cannot hold becomes a `bigint`, any other
 * such number an `InexactNumber`.
 *
 * @throws {JsonSyntaxError} for anything else.
 */
export function parseJsonExactly(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new JsonSyntaxError('encoding')
  const { strings, hasCodes, numbers } = scanJson(bytes)
  const isPlain = !hasCodes && numbers.length === 0
  return isPlain ? plainJson(bytes, strings, false) : parseExact(bytes.toString('utf8'))
}

/** Parses a text of which `JSON.parse` can lose nothing but members of one name. */
function plainJson(bytes: Buffer, strings: number, refusesPrototypes: boolean): unknown {
  const value = parsed(bytes.toString('utf8'), bytes)
  // A member that JSON.parse overwrote is missed here.
  if (countStrings(value, 0, refusesPrototypes) !== strings) throw new JsonSyntaxError('duplicate')
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
    if (refuses && isPrototype(key, member)) throw new JsonSyntaxError('prototype')
    count += 1 + countStrings(member, depth + 1, refuses)
  }
  return count
}

/** @param bytes - What the text was made of: the exact parser finds where they are no JSON. */
function parsed(text: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(text)
  } catch {
    parseExact(bytes.toString('utf8'))
    throw new JsonSyntaxError('syntax')
  }
}

/** What a JSON text has that `JSON.parse` could lose, as far as bytes show it. */
interface JsonScan {
  /** Number of strings, the names of members included. */
  readonly strings: number
  /** True if a character is escaped by its number: it may be a lone surrogate. */
  readonly hasCodes: boolean
  /** Starts and ends of numbers of 16 and more digits, or with an exponent. */
  readonly numbers: readonly number[]
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const MINUS = 0x2d
const POINT = 0x2e
const PLUS = 0x2b
const [ZERO, NINE] = [0x30, 0x39]
const LOWER_U = 0x75
/** This bit makes an upper-case letter a lower-case one. */
const CASE = 0x20
const LOWER_E = 0x65

/** Most digits that every number holds exactly; a point counts too. */
const FEW = 15

/** Scans a text in UTF-8; it may be no JSON. */
function scanJson(bytes: Buffer): JsonScan {
  const numbers: number[] = []
  let strings = 0
  let hasCodes = false
  const { length } = bytes
  for (let at = 0; at < length; at++) {
    const byte = bytes[at] as number
    if (byte === QUOTE) {
      strings++
      for (at++; at < length; at++) {
        const inside = bytes[at] as number
        if (inside === QUOTE) break
        if (inside !== BACKSLASH) continue
        at++
        hasCodes ||= bytes[at] === LOWER_U
      }
    } else if (byte >= ZERO && byte <= NINE) {
      const start = at
      let hasExponent = false
      for (at++; at < length && isNumeric(bytes[at] as number); at++) {
        hasExponent ||= ((bytes[at] as number) | CASE) === LOWER_E
      }
      if (hasExponent || at - start > FEW) numbers.push(signed(bytes, start), at)
      at--
    }
  }
  return { strings, hasCodes, numbers }
}

function isNumeric(byte: number): boolean {
  if (byte >= ZERO && byte <= NINE) return true
  return byte === POINT || byte === MINUS || byte === PLUS || (byte | CASE) === LOWER_E
}

/** The start of a number with its sign. */
function signed(bytes: Buffer, start: number): number {
  return start > 0 && bytes[start - 1] === MINUS ? start - 1 : start
}
