/** A compiled schema: says whether it accepts a value, and no more. */
export type Validator = (value: unknown) => boolean

/** One violation, in Ajv's terms. */
export interface ValidationError {
  /** JSON pointer of the place in the value. */
  readonly instancePath: string
  /** Pointer of the keyword, below the `$id` of one of the contract's schemas. */
  readonly schemaPath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  /** Goes on from the name of the place: `must be string`. */
  readonly message: string
}
