import { isObject, type JsonObject } from '../../../openapi/json.js'
import type { Operation } from '../../document/contract.js'
import { mostTaken } from '../../resources/most-taken.js'
import { creationOf } from '../../resources/resource.js'
import type { Scenario } from '../../resources/scenario.js'
import { isSuccess, type Scene } from '../../resources/scene.js'

/** Bodies that vary in all members; a rule of two of them is broken by one of these, likely. */
const VARIED = 2

/**
 * What the server takes of bodies is learnt: it may check more than their schemas say, and would refuse as a whole what
 * varies in everything.
 */
export const bodiesAreTaken: Scenario = {
  what: 'as much is sent as the server takes',
  about: creationOf,
  async play(scene, resource) {
    const { things } = scene.kit
    const creation = creationOf(resource) as Operation
    const base = () => things.maker.body(creation)?.value
    await learn(scene, creation, base(), async (value) => {
      return (await things.make(scene, resource, { value })) !== undefined
    })
    for (const operation of [resource.operations.replace, resource.operations.change]) {
      if (operation === undefined || operation === creation) continue
      await learn(scene, operation, base(), async (body) => {
        const thing = await scene.make(resource)
        return isSuccess(await scene.send(operation, { thing, body }))
      })
    }
  },
}

/** @param base - What it takes already, or what a thing has. */
async function learn(
  { kit: { things, source } }: Scene,
  operation: Operation,
  base: unknown,
  takes: (body: JsonObject) => Promise<boolean>,
): Promise<void> {
  const { contents } = things.maker
  const full = contents.candidates(operation)[0]?.()
  if (full === undefined || !isObject(full.value) || !isObject(base)) return
  const { schema } = full
  if (contents.knows(schema)) return
  const isTaken = (each: JsonObject) => takes(source.fresh.of(schema, each) as JsonObject)
  const isValid = (each: unknown) => contents.isValid(schema, each)
  let value = full.value
  for (let n = 0; n < VARIED; n++) {
    value = contents.varied(schema, value) ?? value
    if (await isTaken(value)) continue
    const taken = await mostTaken(value, base, { isValid, isTaken })
    if (taken) contents.learn(operation, { ...full, value: taken.value }, taken.left)
    return
  }
  const isFuller = Object.keys(value).some((name) => !Object.hasOwn(base, name))
  // What a thing has a change need not allow.
  contents.learn(operation, { ...full, value: isFuller || !isValid(base) ? value : base }, [])
}
