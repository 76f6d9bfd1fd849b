import type { Diagnostics } from '../diagnostics/diagnostics.js'
import { circlesOf, longChains } from '../graph/graph.js'
import { inPlace } from '../graph/in-place-applicators.js'
import type { NamedSchema } from '../model/model.js'

/** How many schemas may refer to the next one for one and the same value; each costs a call. */
const MAX_CHAIN = 200

/**
 * Reports schemas that need themselves to judge one and the same value: no validator could end. A
 * schema that meets itself in a member or an element is fine.
 *
 * @returns The names of those by which nothing can be judged.
 */
export function checkCircles(
  schemas: readonly NamedSchema[],
  report: Diagnostics,
): ReadonlySet<string> {
  const needs = new Map(schemas.map(({ name, schema }) => [name, inPlace(schema)]))
  const circles = circlesOf(needs)
  for (const { name, origin } of schemas) {
    if (!circles.has(name)) continue
    const advice = 'break the circle of `$ref`s'
    report.wrong(origin, 'the schema needs itself to judge a value', advice)
  }
  if (circles.size > 0) return new Set(circles.keys())
  const long = new Set(longChains(needs, MAX_CHAIN))
  for (const { name, origin } of schemas) {
    if (!long.has(name)) continue
    const what = `chain of more than ${MAX_CHAIN} schemas that refer to the next one`
    report.unsupported(origin, undefined, what, 'refer to the last one')
  }
  return long.size === 0 ? long : new Set(needs.keys())
}
