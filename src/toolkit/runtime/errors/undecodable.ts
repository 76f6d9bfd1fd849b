import { Undecodable } from '../../validation/conversions/scalars.js'
import type { HttpRefusal } from './http-refusal.js'
import { contractViolation, type Violation } from './violations.js'

/** The refusal of a valid value: a type does not hold a string in it. @throws any other error again. */
export function undecodableIn(place: string, error: unknown): HttpRefusal {
  return contractViolation([{ place, ...undecodable(error) }], { cause: error })
}

/** Where in a value a string could not be decoded, and why. @throws any other error again. */
export function undecodable(error: unknown): Omit<Violation, 'place'> {
  if (!(error instanceof Undecodable)) throw error
  return { pointer: error.pointer, keyword: 'format', message: error.message }
}
