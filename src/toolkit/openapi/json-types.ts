/** Types of JSON Schema (2020-12, Validation, section 6.1.1). */
export const JSON_TYPES = [
  'array',
  'boolean',
  'integer',
  'null',
  'number',
  'object',
  'string',
] as const

/** The same, and integers with a format. */
export type TypeName = (typeof JSON_TYPES)[number] | 'int32' | 'int64'
