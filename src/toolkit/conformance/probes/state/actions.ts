import { isObject } from '../../../openapi/json.js'
import type { Operation } from '../../document/contract.js'
import { isSameValue, shown } from '../../resources/compare.js'
import type { TestedResource } from '../../resources/resource.js'
import { find, type Scenario, type Wrong } from '../../resources/scenario.js'
import { isSuccess, type Scene } from '../../resources/scene.js'
import { identityIn, itemOf } from '../../resources/thing.js'

/** What an action says that it has changed, is not as before when it is read. */
export const actionIsKept: Scenario = {
  what: 'an action is done and the thing is read',
  about: ({ operations: { create, read } }) => read && create,
  async play(scene, resource) {
    for (const action of scene.kit.things.actions.on(resource)) {
      scene.run.begin()
      await isKept(scene, resource, action)
    }
  },
}

async function isKept(scene: Scene, resource: TestedResource, action: Operation): Promise<void> {
  const { contract, things } = scene.kit
  const thing = await scene.make(resource)
  const before = await scene.read(thing)
  const response = await scene.send(action, { thing })
  const told = itemOf(response, things.placeOf(resource, action))
  const isThing = isSameValue(identityIn(contract, resource, told), thing.identity)
  if (!isSuccess(response) || !isThing || !isObject(before) || !isObject(told)) return
  const changed = Object.keys(told).filter((name) => !isSameValue(told[name], before[name]))
  const wrong = await scene.lasting(async (): Promise<Wrong | undefined> => {
    const now = await scene.read(thing)
    const name = changed.find((each) => isObject(now) && isSameValue(now[each], before[each]))
    if (name === undefined) return undefined
    return { expected: `${name} is ${shown(told[name])}`, received: shown(before[name]) }
  })
  if (wrong !== undefined) find(scene, 'action-kept', action, wrong)
}
