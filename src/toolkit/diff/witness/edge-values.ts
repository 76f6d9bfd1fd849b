import { basesOf } from '../../conformance/cases/bases.js'
import { edgesOf } from '../../conformance/cases/edges.js'
import type { EdgeContext } from '../../conformance/cases/makers/edge.js'
import type { TestedContract } from '../../conformance/document/contract.js'
import type { PlacedSchema } from '../../conformance/values/place.js'
import { readBack } from '../../conformance/values/token.js'
import { instances, NOTHING } from '../../samples/index.js'
import type { Inclusion } from './inclusion.js'

/** Most values at the edges of one schema. */
const MOST = 300

/** Values at the edges of both schemas: what the kit tests servers with. */
export function* edgeValues({ from, given, to, wanted }: Inclusion): Generator<unknown> {
  yield* edgesIn(from, given)
  yield* edgesIn(to, wanted)
}

function* edgesIn(contract: TestedContract, root: PlacedSchema): Generator<unknown> {
  const context = contextOf(contract)
  let count = 0
  for (const { value } of edgesOf(context, root, basesOf(context, root, []))) {
    if (++count > MOST) return
    yield readBack(value)
  }
}

function contextOf(contract: TestedContract): EdgeContext {
  const { target, verdicts } = contract
  const draw = instances({ target, accepts: verdicts.accepts.bind(verdicts) })
  return {
    contract,
    draw(schemas, count) {
      const [first = {}] = schemas
      const schema = schemas.length === 1 ? first : { allOf: schemas }
      const drawn = Array.from({ length: count }, () => draw(schema))
      return drawn.filter((value) => value !== NOTHING)
    },
  }
}
