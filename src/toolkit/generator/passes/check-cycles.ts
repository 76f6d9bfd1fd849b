import { inPlaceReferencesOf } from '../../openapi/schema/references.js'
import { cyclesOf, longChains } from '../analysis/graph.js'
import type { Diagnostics } from '../diagnostics/diagnostics.js'
import type { Model } from '../model/model.js'

/** Number of schemas that may refer to the next one for one value; each costs a call. */
const MAX_CHAIN = 200

/**
 * Reports schemas that need themselves to validate one and the same value: no validator could end. A
 * schema that contains itself in a member or an element is fine.
 *
 * @throws {DocumentError} at once if there are some: what follows validates examples.
 */
export function checkCycles(model: Model, report: Diagnostics): Model {
  const needs = new Map(
    model.schemas.map(({ name, schema }) => [name, inPlaceReferencesOf(schema)]),
  )
  const cycles = cyclesOf(needs)
  for (const { name, origin } of model.schemas) {
    if (!cycles.has(name)) continue
    const advice = 'break the circle of `$ref`s'
    report.wrong(origin, 'the schema needs itself to judge a value', advice)
  }
  const long = new Set(cycles.size > 0 ? [] : longChains(needs, MAX_CHAIN))
  for (const { name, origin } of model.schemas) {
    if (!long.has(name)) continue
    const what = `chain of more than ${MAX_CHAIN} schemas that refer to the next one`
    report.unsupported(origin, what, 'refer to the last one')
  }
  if (cycles.size + long.size > 0) report.stopIfAny()
  return model
}
