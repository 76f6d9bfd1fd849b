import { INT32_MAX, INT32_MIN, isInt64 } from '../openapi/integers.js'

/**
 * Numbers for validators. A `bigint` only occurs as an int64, and is accepted as an integer. An
 * {@link InexactNumber} is not an integer, and is compared by its nearest number.
 */
type Numeric = number | bigint

/** The value as a number; `undefined` if it is none. (Plain numbers rarely get here.) */
function numeric(value: unknown): Numeric | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return value
  return isInexactNumber(value) ? (value as InexactNumber)() : undefined
}

/** `type: number`. */
export function aNumber(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  const number = numeric(value)
  return typeof number === 'bigint' || Number.isFinite(number)
}

/** `type: integer`. */
export function anInteger(value: unknown): boolean {
  return Number.isInteger(value) || typeof value === 'bigint'
}

/** `type: integer` with `format: int32`. */
export function anInt32(value: unknown): boolean {
  return anInteger(value) && atLeast(value, INT32_MIN) && atMost(value, INT32_MAX)
}

/** `type: integer` with `format: int64`. */
export function anInt64(value: unknown): boolean {
  return isInt64(value)
}

/** `maximum`. The number was rounded when it was parsed: so is the limit. */
export function atMost(value: unknown, limit: Numeric): boolean {
  if (typeof value === 'number') return !(value > Number(limit))
  const number = numeric(value)
  return number === undefined || !(number > limit)
}

/** `minimum`. */
export function atLeast(value: unknown, limit: Numeric): boolean {
  if (typeof value === 'number') return !(value < Number(limit))
  const number = numeric(value)
  return number === undefined || !(number < limit)
}

/** `exclusiveMaximum`. */
export function below(value: unknown, limit: Numeric): boolean {
  if (typeof value === 'number') return !(value >= Number(limit))
  const number = numeric(value)
  return number === undefined || !(number >= limit)
}

/** `exclusiveMinimum`. */
export function above(value: unknown, limit: Numeric): boolean {
  if (typeof value === 'number') return !(value <= Number(limit))
  const number = numeric(value)
  return number === undefined || !(number <= limit)
}

/** `multipleOf`. */
export function multipleOf(value: unknown, factor: Numeric): boolean {
  const number = numeric(value)
  if (number === undefined) return true
  if (typeof number === 'number') return isMultiple(number, Number(factor))
  // A bigint has no remainder by a fraction.
  return Number.isInteger(Number(factor))
    ? number % BigInt(factor) === 0n
    : (Number(number) / Number(factor)) % 1 === 0
}

/** 19.99 is a multiple of 0.01, though the quotient of the nearest numbers is no integer. */
function isMultiple(number: number, factor: number): boolean {
  const quotient = number / factor
  // An infinite quotient: such a multiple is an integer, so that the remainder is exact.
  if (!Number.isFinite(quotient)) return number % factor === 0
  const nearest = Math.round(quotient)
  const distance = Math.abs(quotient - nearest)
  if (distance > 2 * Number.EPSILON * Math.abs(quotient)) return false
  return distance < 1e-6 || isNearest(number, BigInt(nearest), factor)
}

/** True if a multiple is rounded to this number: large quotients have few digits. */
function isNearest(number: number, quotient: bigint, factor: number): boolean {
  const [digits = '', exponent] = factor.toExponential().split('e')
  const [whole, fraction = ''] = digits.split('.')
  const unit = BigInt(`${whole}${fraction}`)
  const power = Number(exponent) - fraction.length
  return [-1n, 0n, 1n].some((step) => Number(`${(quotient + step) * unit}e${power}`) === number)
}

/** True if two numbers are equal; a `bigint` of a schema is rounded for a plain number. */
export function isSameNumber(value: unknown, allowed: Numeric): boolean {
  const number = numeric(value)
  if (typeof number === 'number') return number === Number(allowed)
  // biome-ignore lint/suspicious/noDoubleEquals: compares a bigint with a number by value
  return number == allowed
}

/**
 * A number that no `number` equals: out of range, or a fraction so close to an integer that the
 * nearest `number` is that integer. It is not accepted as an integer. Called, it gives the nearest
 * `number`, possibly infinite. It is a function, since no validator takes that for a JSON value.
 */
export type InexactNumber = () => number

export function isInexactNumber(value: unknown): value is InexactNumber {
  return typeof value === 'function'
}
