import { asDouble, asInteger, type Decimal } from './json.js'
import { Undecided } from './undecided.js'

type Numeric = number | bigint | Decimal

const INT64 = 2n ** 63n

/**
 * `type: integer` with a format. Without one, an integer that a number does not hold is refused; elsewhere a number
 * is the one nearest to what was written.
 */
export function isInteger(value: Numeric, format: unknown): boolean {
  const [nearest, integer] = [asDouble(value), asInteger(value)]
  if (format === 'int64') return integer !== undefined && integer >= -INT64 && integer < INT64
  if (format === 'int32') {
    return Number.isInteger(nearest) && nearest >= -(2 ** 31) && nearest < 2 ** 31
  }
  return Number.isInteger(nearest) && (integer === undefined || BigInt(nearest) === integer)
}

export function keepsLimits(number: Numeric, schema: Readonly<Record<string, unknown>>): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  const order = (limit: unknown) => compared(number, limit, schema.format === 'int64')
  if (isNumber(minimum)) {
    const isFine = exclusiveMinimum === true ? order(minimum) > 0 : order(minimum) >= 0
    if (!isFine) return false
  }
  if (isNumber(maximum)) {
    const isFine = exclusiveMaximum === true ? order(maximum) < 0 : order(maximum) <= 0
    if (!isFine) return false
  }
  if (isNumber(exclusiveMinimum) && order(exclusiveMinimum) <= 0) return false
  if (isNumber(exclusiveMaximum) && order(exclusiveMaximum) >= 0) return false
  return !isNumber(multipleOf) || isMultiple(number, Number(multipleOf))
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'bigint'
}

function compared(number: Numeric, limit: unknown, isExact: boolean): number {
  const integer = isExact ? asInteger(number) : undefined
  const [value, bound] =
    integer === undefined ? [asDouble(number), Number(limit)] : [integer, limit as bigint]
  return value < bound ? -1 : value > bound ? 1 : 0
}

/** By the digits of both, as they are written shortest. */
function isMultiple(number: Numeric, factor: number): boolean {
  const nearest = asDouble(number)
  const quotient = Math.abs(nearest / factor)
  if (quotient > 2 ** 50) throw new Undecided('multipleOf')
  const [whole, unit] = [decimal(nearest), decimal(factor)]
  const power = Math.min(whole.power, unit.power)
  const scaled = (each: typeof unit) => each.digits * 10n ** BigInt(each.power - power)
  if (scaled(whole) % scaled(unit) === 0n) return true
  // A number close to a multiple may come from inexact arithmetic.
  const distance = Math.abs(quotient - Math.round(quotient))
  if (distance < 1e-6) throw new Undecided('multipleOf')
  return false
}

function decimal(number: number): { digits: bigint; power: number } {
  const [mantissa = '', exponent] = number.toExponential().split('e')
  const [whole, fraction = ''] = mantissa.split('.')
  return { digits: BigInt(`${whole}${fraction}`), power: Number(exponent) - fraction.length }
}
