/** A compiled schema: says whether it accepts a value, and leaves the violations behind. */
export interface Validator {
  (value: unknown): boolean
  /** The violations that the last call found. */
  errors?: readonly ValidationError[] | null
}

/** What a validator found wrong in the value that it has just refused. */
export function violationsOf({ errors }: Validator): readonly ValidationError[] {
  return errors as readonly ValidationError[]
}

/** One violation, in Ajv's terms. */
export interface ValidationError {
  /** JSON pointer of the place in the value. */
  readonly instancePath: string
  /** Pointer of the keyword in the schema. */
  readonly schemaPath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
}
