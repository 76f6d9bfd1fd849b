import { inexactNumber, isInexactNumber, nearestTo } from '../numeric.js'
import { nearest } from './scalars.js'

/** Values with integers that a `number` would round: they are numbers for a schema, and no integers. */
const inexact = new WeakSet<object>()

/** A number where no int64 is, before it is validated. */
export function unrounded(value: unknown): unknown {
  if (typeof value !== 'bigint') return nearest(value)
  const number = Number(value)
  return BigInt(number) === value ? number : inexactNumber(String(value))
}

/** Notes that a value has such integers inside. */
export function noteInexact(value: unknown): void {
  if (typeof value === 'object' && value !== null) inexact.add(value)
}

/** A valid value with the nearest numbers of these integers, in place. */
export function rounded(value: unknown): unknown {
  if (isInexactNumber(value)) return nearestTo(value)
  if (typeof value !== 'object' || value === null || !inexact.has(value)) return value
  inexact.delete(value)
  return roundedInside(value)
}

function roundedInside(value: unknown): unknown {
  if (isInexactNumber(value)) return nearestTo(value)
  if (typeof value !== 'object' || value === null) return value
  const holder = value as Record<string, unknown>
  // Every key is an own member already, so that even `__proto__` can be assigned.
  for (const key of Object.keys(holder)) holder[key] = roundedInside(holder[key])
  return value
}
