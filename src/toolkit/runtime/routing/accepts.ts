import { TooMuch } from '../../regex/linear/machine.js'
import type { Validator } from '../../validation/validator.js'
import { lackOf, NotLoaded } from './late.js'

/** The verdict of a compiled validator; what takes too long to find out is refused. */
export function accepts(validate: Validator, value: unknown): boolean {
  try {
    return validate(value)
  } catch (error) {
    if (error instanceof TooMuch) return false
    throw error instanceof NotLoaded ? lackOf(() => validate(value)) : error
  }
}
