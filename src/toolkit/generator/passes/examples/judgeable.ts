import type { Schema } from '../../../openapi/schema/schema.js'
import { spread } from '../../graph/propagate.js'
import { referencesOf } from '../../graph/schema-references.js'
import type { Unmarked } from '../int64.js'

/**
 * Whether a value can be held against its schema.
 *
 * @param endless - The names of schemas that need themselves to judge one value.
 */
export function judgeable(
  named: readonly Unmarked[],
  endless: ReadonlySet<string>,
): (sample: { readonly schema: Schema }) => boolean {
  if (endless.size === 0) return () => true
  const leadsTo = (names: ReadonlySet<string>) => (schema: Schema) =>
    referencesOf(schema).some((name) => names.has(name))
  const users = spread(named, leadsTo(endless))
  return ({ schema }) => !leadsTo(endless)(schema) && !leadsTo(users)(schema)
}
