import { isInt64 } from '../../openapi/integers.js'
import type { ScalarType } from '../../openapi/parameter.js'
import { type InexactNumber, isInexactNumber } from '../../validation/inexact-number.js'
import { parseNumber } from '../json/exact-number.js'

/**
 * A text as the first of these types that it can be; `undefined` when it can be none. Where it may
 * stay text, it becomes something else only if that is written so: `1e5` and `007` are texts then.
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
  // RFC 6570 has no null; what no other type can be stands for it.
  null: (text) => (text === '' || text === 'null' ? null : undefined),
}

/** The number that a text is; most are small integers, which need no exact reading. */
function numberIn(text: string): number | bigint | InexactNumber | undefined {
  return SMALL.test(text) ? Number(text) : parseNumber(text)
}
const SMALL = /^(?:0|-?[1-9]\d{0,14})$/

function toInt64(text: string): bigint | undefined {
  const number = numberIn(text)
  return isInt64(number) ? BigInt(number) : undefined
}

/** An integer as JSON's are read: the nearest `number`, but no fraction is taken for an integer. */
function toInteger(text: string): number | undefined {
  const number = numberIn(text)
  if (number === undefined || isInexactNumber(number)) return undefined
  const nearest = Number(number)
  return Number.isInteger(nearest) ? nearest : undefined
}
