import { isInt64 } from '../openapi/json.js'
import { isInexactNumber } from './numeric.js'

/** The `bigint` of an int64; another number as a plain `number`. */
export function asInt64(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  return isInt64(value) ? BigInt(value) : nearest(value)
}

/** The same for a value that may be no int64 by the schemas that hold. */
export function asNumber(value: unknown, isLong: boolean): unknown {
  return isLong ? asInt64(value) : nearest(value)
}

/** The nearest plain `number`. */
export function nearest(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  return isInexactNumber(value) ? value() : value
}

/** True for an object whose members may be changed. */
export function aRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Makes all numbers inside plain ones, in place. */
export function plainNumbers(value: unknown): unknown {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) value[index] = plainNumbers(value[index])
  } else if (aRecord(value)) {
    // Every key is an own member already, so that even `__proto__` can be assigned.
    for (const name of Object.keys(value)) value[name] = plainNumbers(value[name])
  } else return nearest(value)
  return value
}
