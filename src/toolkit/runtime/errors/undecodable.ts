import { below } from '../../openapi/json-pointer.js'
import {
  atIndex,
  atKey,
  type Conversions,
  resolve,
} from '../../validation/conversions/conversions.js'
import { Undecodable } from '../../validation/conversions/scalars.js'
import type { HttpRefusal } from './http-refusal.js'
import { contractViolation, type Violation } from './violations.js'

/** The refusal of a valid value: a type does not hold a string in it. @throws any other error again. */
export function undecodableIn(
  place: string,
  error: unknown,
  value: unknown,
  conversions: Conversions | undefined,
): HttpRefusal {
  const { pointer, ...rule } = undecodable(error, value, conversions)
  return contractViolation([{ place, pointer, ...rule }], { cause: error })
}

/** Where in a value a string could not be decoded, and why. @throws any other error again. */
export function undecodable(
  error: unknown,
  value: unknown,
  conversions: Conversions = {},
): Omit<Violation, 'place'> {
  if (!(error instanceof Undecodable)) throw error
  const pointer = pointerOf(error, value, [conversions], '') ?? ''
  return { pointer, keyword: 'format', message: error.message }
}

/** The place of the refused string: it is left where it was. */
function pointerOf(
  refused: Undecodable,
  value: unknown,
  given: readonly Conversions[],
  at: string,
): string | undefined {
  if (given.length === 0) return undefined
  const found = resolve(given, value, () => true)
  if (value === refused.text && found.some(({ codec }) => codec === refused.codec)) return at
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, member] of Object.entries(value)) {
    const inside = Array.isArray(value) ? atIndex(found, Number(key)) : atKey(found, key)
    const pointer = pointerOf(refused, member, inside, below(at, key))
    if (pointer !== undefined) return pointer
  }
  return undefined
}
