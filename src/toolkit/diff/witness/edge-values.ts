import { basesOf } from '../../conformance/cases/bases.js'
import { edgesOf } from '../../conformance/cases/edges.js'
import type { EdgeContext } from '../../conformance/cases/makers/edge.js'
import type { TestedContract } from '../../conformance/document/contract.js'
import type { PlacedSchema } from '../../conformance/values/place.js'
import { readBack } from '../../conformance/values/token.js'
import { instances, NOTHING } from '../../samples/index.js'
import type { Inclusion } from './inclusion.js'
import { partsIn } from './parts-in.js'

/** Most values at the edges of one schema, and most parts of all that are drawn for them. */
const [MOST, MOST_PARTS] = [300, 100_000]

/** Parts of values that are looked at in all searches of a comparison: some seconds. */
export interface Effort {
  parts: number
}

/** Most parts of the values at the edges of one schema, and of a whole comparison. */
const [MOST_OF_ONE, MOST_OF_ALL] = [20_000, 100_000]

/** Values at the edges of both schemas: what the kit tests servers with. */
export function* edgeValues(
  { from, given, to, wanted }: Inclusion,
  effort: Effort = { parts: 0 },
): Generator<unknown> {
  yield* edgesIn(from, given, effort)
  yield* edgesIn(to, wanted, effort)
}

function* edgesIn(
  contract: TestedContract,
  root: PlacedSchema,
  effort: Effort,
): Generator<unknown> {
  if (effort.parts > MOST_OF_ALL) return
  const context = contextOf(contract)
  let [count, parts] = [0, 0]
  for (const { value } of edgesOf(context, root, basesOf(context, root, []))) {
    if (++count > MOST || parts > MOST_OF_ONE || effort.parts > MOST_OF_ALL) return
    const edge = readBack(value)
    const size = partsIn(edge)
    parts += size
    effort.parts += size
    yield edge
  }
}

function contextOf(contract: TestedContract): EdgeContext {
  const { target, verdicts } = contract
  const draw = instances({ target, accepts: verdicts.accepts.bind(verdicts) })
  let parts = 0
  return {
    contract,
    draw(schemas, count) {
      const [first = {}] = schemas
      const schema = schemas.length === 1 ? first : { allOf: schemas }
      return Array.from({ length: count }).flatMap(() => {
        // Schemas of very large values have fewer edges.
        const value = parts > MOST_PARTS ? NOTHING : draw(schema)
        if (value === NOTHING) return []
        parts += partsIn(value)
        return [value]
      })
    },
  }
}
