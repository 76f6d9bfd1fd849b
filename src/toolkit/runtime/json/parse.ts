import { isUtf8 } from 'node:buffer'
import { isPrototype } from '../../openapi/json.js'
import type { Conversions } from '../../validation/conversions/conversions.js'
import { markInexact } from '../../validation/conversions/converted-values.js'
import { markNumbers, restoreNumbers } from './marked-numbers.js'
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
  const { strings, hasCodes, numbers } = scanJson(bytes)
  const text = numbers.length === 0 ? bytes.toString() : markNumbers(bytes, numbers)
  const value = parsed(text, numbers.length > 0)
  // A member that JSON.parse overwrote is missed here.
  if (countStrings(value, 0, refusesPrototypes) !== strings) throw new JsonSyntaxError('duplicate')
  if (hasCodes) requireTexts(value)
  if (numbers.length === 0) return value
  return markInexact(restoreNumbers(value, bytes, numbers), conversions)
}

/** Number of strings in a value, names included. @throws {JsonSyntaxError} for what `JSON.parse` lets pass. */
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

/** @throws {JsonSyntaxError} for a lone surrogate in a value. */
function requireTexts(value: unknown): void {
  if (typeof value === 'string' && !value.isWellFormed()) throw new JsonSyntaxError('surrogate')
  if (value === null || typeof value !== 'object') return
  for (const [name, member] of Object.entries(value)) {
    requireTexts(name)
    requireTexts(member)
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
