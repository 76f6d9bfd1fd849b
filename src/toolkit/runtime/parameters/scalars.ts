import { isInt64 } from '../../openapi/integers.js'
import type { ScalarType } from '../../openapi/parameter.js'
import { type InexactNumber, isInexactNumber } from '../../validation/numeric.js'
import { parseNumber } from '../json/exact-number.js'

/**
 * The first of these types that a text can be read as; `undefined` if there is none. If it may be a
 * string, it becomes another type only if that is printed in the same way: `1e5` and `007` stay
 * strings.
 */
export function toScalar(text: string, types: readonly ScalarType[]): unknown {
  const isText = types.includes('string')
  for (const type of types) {
    const value = READ[type](text)
    if (value !== undefined && (!isText || isWritten(value, text))) return value
  }
  return undefined
}

function isWritten(value: unknown, text: string): boolean {
  return value !== null && String(value) === text
}

const READ: Readonly<Record<ScalarType, (text: string) => unknown>> = {
  string: (text) => text,
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  int64: toInt64,
  integer: toInteger,
  number: (text) => (numberIn(text) === undefined ? undefined : Number(text)),
  // RFC 6570 has no null: what no other type can be stands for it.
  null: (text) => (text === '' || text === 'null' ? null : undefined),
}

/** Reads a number; most are small integers, which are not read exactly. */
function numberIn(text: string): number | bigint | InexactNumber | undefined {
  return SMALL.test(text) ? Number(text) : parseNumber(text)
}
const SMALL = /^(?:0|-?[1-9]\d{0,14})$/

function toInt64(text: string): bigint | undefined {
  const number = numberIn(text)
  return isInt64(number) ? BigInt(number) : undefined
}

/** Reads an integer like JSON: the nearest `number`, but no fraction. */
function toInteger(text: string): number | undefined {
  const number = numberIn(text)
  if (number === undefined || isInexactNumber(number)) return undefined
  const nearest = Number(number)
  return Number.isInteger(nearest) ? nearest : undefined
}
