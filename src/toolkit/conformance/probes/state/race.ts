import { isObject } from '../../../openapi/json.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import type { Operation } from '../../document/contract.js'
import { isResponse, isSuccess } from '../../exchange/response.js'
import { chosenName, type TestedResource } from '../../resources/resource.js'
import { documents, find, type Scenario } from '../../resources/scenario.js'
import type { Scene } from '../../resources/scene.js'
import type { Thing } from '../../resources/thing.js'
import { canonical } from '../../values/same-value.js'
import { NATURAL } from './identity.js'

/** Of creations of one identity at once, one content wins. */
export const creationsRace: Scenario = {
  what: 'one identity is created eight times at once',
  about: ({ operations: { create } }) => create,
  async play(scene, resource) {
    const create = resource.operations.create as Operation
    const content = scene.kit.things.maker.body(create)
    if (content === undefined || !documents(create, 409)) return
    const contents = racers(scene, resource, content.value, content.schema)
    if (contents.length < 2) return
    const parent = scene.kit.things.known(resource.parent)
    if (!(await isRefusedTwice(scene, create, parent, contents))) return
    const again = racers(
      scene,
      resource,
      scene.kit.things.maker.body(create)?.value,
      content.schema,
    )
    const requests = again.map((body) => scene.written(create, { thing: parent, body }))
    const outcomes = await Promise.all(requests.map((each) => scene.run.send(each, create)))
    const winners = outcomes.flatMap((each, at) =>
      isResponse(each) && isSuccess(each) ? [again[at]] : [],
    )
    if (winners.length > 1) {
      const received = `${winners.length} of ${contents.length} succeeded`
      find(scene, 'race', create, { expected: 'one success for one identity', received })
    }
  },
}

/** One after another, the second is a conflict: then it is one at once, too. */
async function isRefusedTwice(
  scene: Scene,
  create: Operation,
  parent: Thing | undefined,
  contents: readonly unknown[],
): Promise<boolean> {
  const [one, other] = contents
  const first = await scene.send(create, { thing: parent, body: one })
  const second = await scene.send(create, { thing: parent, body: other })
  return isSuccess(first) && second.status === 409
}

/** Most contents that are drawn: a few members have a few values. */
const DRAWN = 24

/** Contents of one identity, or else with the same natural key: all different, since the same one is a retry. */
function racers(scene: Scene, resource: TestedResource, value: unknown, schema: Schema): unknown[] {
  const { contract, things } = scene.kit
  const isChosen = chosenName(contract, resource) !== undefined
  const hasKey = isObject(value) && Object.keys(value).some((name) => NATURAL.test(name))
  if (!isChosen && !hasKey) return []
  const contents = new Map([[canonical(value), value]])
  let next: unknown = value
  for (let n = 0; n < DRAWN && contents.size < 8; n++) {
    next = things.maker.contents.varied(schema, next)
    if (next === undefined) break
    contents.set(canonical(next), next)
  }
  return [...contents.values()]
}
