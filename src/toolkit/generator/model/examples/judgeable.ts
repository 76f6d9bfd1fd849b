import { referencesOf } from '../graph/links.js'
import { spread } from '../graph/spread.js'
import type { Unmarked } from '../schemas/int64.js'
import type { Schema } from '../schemas/schema.js'

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
