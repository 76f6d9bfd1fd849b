import { isObject, type JsonObject } from '../../../openapi/json.js'
import type { Operation } from '../../document/contract.js'
import { chosenName, type TestedResource } from '../../resources/resource.js'
import { comparing, find, type Scenario } from '../../resources/scenario.js'
import { isRefusal, type Scene } from '../../resources/scene.js'
import { itemOf } from '../../resources/thing.js'
import { isAsMade } from './identity.js'

/** Identities that a careless server takes for the same lead to different things. */
export const identitiesAreExact: Scenario = {
  what: 'identities are alike',
  about: ({ operations: { create } }) => create,
  async play(scene, resource) {
    const name = chosenName(scene.kit.contract, resource)
    if (name === undefined) return
    const { fresh } = scene.kit.source
    for (const pair of alike(() => fresh.number() % 2 ** 29)) {
      scene.run.begin()
      await areApart(scene, resource, name, pair)
    }
  },
}

/** Bits that some code keeps of an integer. */
const BITS = [16n, 32n, 48n, 53n, 56n]

/** Pairs of integers: the same in fewer bits, without a sign, as a double. */
function alike(step: () => number): [bigint, bigint][] {
  const signed = 2n ** 30n + BigInt(step())
  // Halfway between two doubles, the even one is taken.
  const large = 2n ** 53n + 4n * BigInt(step())
  const inFewerBits = BITS.map((bits): [bigint, bigint] => {
    const small = BigInt(step())
    return [small, small + 2n ** bits]
  })
  return [...inFewerBits, [signed, -signed], [large, large + 1n]]
}

async function areApart(
  scene: Scene,
  resource: TestedResource,
  name: string,
  pair: readonly bigint[],
): Promise<void> {
  const create = resource.operations.create as Operation
  const { things } = scene.kit
  const content = things.maker.body(create)
  if (content === undefined || !isObject(content.value)) return
  const bodies = pair.map((id) => ({
    ...(things.maker.contents.varied(content.schema, content.value) ??
      (content.value as JsonObject)),
    [name]: Number.isSafeInteger(Number(id)) ? Number(id) : id,
  }))
  if (!bodies.every((each) => things.maker.contents.isValid(content.schema, each))) return
  const [one, other] = bodies as [JsonObject, JsonObject]
  const first = await scene.make(resource, { value: one })
  const second = await scene.send(create, { thing: first, body: other })
  const expected = `${pair[1]} is another identity than ${pair[0]}`
  if (isRefusal(second)) {
    const received = `status ${second.status} for ${pair[1]} after ${pair[0]}`
    find(scene, 'identity-exact', create, { expected, received })
    return
  }
  const place = things.maker.placeOf(resource, create)
  const item = itemOf(second, place)
  const wrong = isObject(item) && comparing(scene, create, place)(other, item)
  if (wrong)
    find(scene, 'identity-exact', create, {
      expected: `${expected}: ${wrong.expected}`,
      received: wrong.received,
    })
  await isAsMade(scene, first)
}
