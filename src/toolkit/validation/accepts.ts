import { MatchTooCostly } from '../regex/linear/machine.js'
import type { Validator } from './validator.js'

/** The verdict of a compiled validator; a value that takes too long to check is refused. */
export function accepts(validate: Validator, value: unknown): boolean {
  try {
    return validate(value)
  } catch (error) {
    if (error instanceof MatchTooCostly) return false
    throw error
  }
}
