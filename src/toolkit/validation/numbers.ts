import { INT32_MAX, INT32_MIN } from '../openapi/json.js'
import { type Numeric, numeric } from './numeric.js'

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

/** Accepts what does not break a limit. A number was rounded when it was parsed: so is its limit. */
function limited(breaks: (number: Numeric, limit: Numeric) => boolean) {
  return (value: unknown, limit: Numeric): boolean => {
    const number = numeric(value)
    if (number === undefined) return true
    return !breaks(number, typeof number === 'number' ? Number(limit) : limit)
  }
}

export const atMost = limited((number, limit) => number > limit)
export const atLeast = limited((number, limit) => number < limit)
export const below = limited((number, limit) => number >= limit)
export const above = limited((number, limit) => number <= limit)

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
