import { MatchTooCostly } from '../regex/linear/machine.js'

/** A compiled schema, which only gives a verdict. */
export type Validator = (value: unknown) => boolean

/** One violation, in Ajv's terms. */
export interface ValidationError {
  /** JSON pointer in the value. */
  readonly instancePath: string
  /** Pointer of the keyword, below the `$id` of one of the contract's schemas. */
  readonly schemaPath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  /** Continues after the name of the place: `must be string`. */
  readonly message: string
}

/** The verdict of a compiled validator; a value that takes too long to check is refused. */
export function accepts(validate: Validator, value: unknown): boolean {
  try {
    return validate(value)
  } catch (error) {
    if (error instanceof MatchTooCostly) return false
    throw error
  }
}
