import type { Schema } from '../../openapi/schema/schema.js'
import { violationsOf } from './explain.js'

/** Limits of a verdict. A value that takes more steps counts as accepted. */
const LIMITS = { violations: 1, steps: 50_000 }

/** Name of the schema itself, which no other schema has. */
const OWN = ''

/**
 * True if a schema of a contract accepts a value, without a compiled validator.
 *
 * @param target - The schema of a `$ref`.
 */
export function schemaAccepts(
  target: ($ref: string) => Schema,
  schema: Schema,
  value: unknown,
): boolean {
  const own = ($ref: string) => ($ref === OWN ? schema : target($ref))
  return violationsOf(own, { value, path: '', schema: OWN }, LIMITS).length === 0
}
