import type { Numeral } from './json.js'
import { Undecided } from './undecided.js'

const INT64 = 2n ** 63n

/** `type: integer` with a format; elsewhere a number is the one nearest to what was written. */
export function isInteger({ nearest, integer }: Numeral, format: unknown): boolean {
  if (format === 'int64') return integer !== undefined && integer >= -INT64 && integer < INT64
  if (format === 'int32') {
    return Number.isInteger(nearest) && nearest >= -(2 ** 31) && nearest < 2 ** 31
  }
  return Number.isInteger(nearest)
}

/** Whether a number keeps the limits of a schema. */
export function keepsLimits(number: Numeral, schema: Readonly<Record<string, unknown>>): boolean {
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

function compared({ nearest, integer }: Numeral, limit: unknown, isExact: boolean): number {
  const [value, bound] =
    isExact && integer !== undefined ? [integer, limit as bigint] : [nearest, Number(limit)]
  return value < bound ? -1 : value > bound ? 1 : 0
}

/** By the digits of both. */
function isMultiple({ nearest, integer }: Numeral, factor: number): boolean {
  if (Number.isInteger(factor) && integer !== undefined && Math.abs(nearest) <= 2 ** 53) {
    return integer % BigInt(factor) === 0n
  }
  const quotient = nearest / factor
  const distance = Math.abs(quotient - Math.round(quotient))
  // Where one is almost the other, what is a multiple is a matter of rounding.
  if (distance !== 0 && !(distance > 1e-9)) throw new Undecided('multipleOf')
  if (Math.abs(quotient) > 2 ** 52) throw new Undecided('multipleOf')
  return distance === 0
}
