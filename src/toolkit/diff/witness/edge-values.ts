import { basesOf } from '../../conformance/cases/bases.js'
import { edgesOf } from '../../conformance/cases/edges.js'
import type { EdgeContext } from '../../conformance/cases/makers/edge.js'
import type { TestedContract } from '../../conformance/document/contract.js'
import type { PlacedSchema } from '../../conformance/values/place.js'
import { readBack } from '../../conformance/values/token.js'
import { instances, NOTHING } from '../../samples/index.js'
import type { Inclusion } from './inclusion.js'
import { partsIn } from './parts-in.js'

/** Most values at the edges of one schema, and most parts of them all, as of all that is drawn for them. */
const [MOST, MOST_PARTS] = [300, 100_000]

/** Values at the edges of both schemas: what the kit tests servers with. */
export function* edgeValues({ from, given, to, wanted }: Inclusion): Generator<unknown> {
  yield* edgesIn(from, given)
  yield* edgesIn(to, wanted)
}

function* edgesIn(contract: TestedContract, root: PlacedSchema): Generator<unknown> {
  const context = contextOf(contract)
  let [count, parts] = [0, 0]
  for (const { value } of edgesOf(context, root, basesOf(context, root, []))) {
    if (++count > MOST || parts > MOST_PARTS) return
    const edge = readBack(value)
    parts += partsIn(edge)
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
