import type { Rules } from '../../openapi/shared-schema.js'
import { violationsOf } from './explain.js'

/** How long a verdict may take; what takes longer is no value to be sure of. */
const LIMITS = { violations: 1, steps: 50_000 }

/** What stands for the schema itself: no name of a schema. */
const OWN = ''

/**
 * Whether a schema of a contract accepts a value, also one without a compiled validator.
 *
 * @param target - The schema that a `$ref` names.
 */
export function schemaAccepts(
  target: ($ref: string) => Rules,
  rules: Rules,
  value: unknown,
): boolean {
  const own = ($ref: string) => ($ref === OWN ? rules : target($ref))
  return violationsOf(own, { value, path: '', schema: OWN }, LIMITS).length === 0
}
