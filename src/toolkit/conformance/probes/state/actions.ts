import { isObject } from '../../../openapi/json.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import type { Operation, TestedContract } from '../../document/contract.js'
import { listedBy, membersOf } from '../../document/members.js'
import type { ResourceOperations, TestedResource } from '../../resources/resource.js'
import { find, type Scenario, type Wrong } from '../../resources/scenario.js'
import { isSuccess, type Scene } from '../../resources/scene.js'
import { identityIn, isAnother, itemOf } from '../../resources/thing.js'
import { isSameValue } from '../../values/same-value.js'
import { shown } from '../../values/shown.js'

/** What an action says that it has changed, is not as before when it is read, and is as before in other things. */
export const actionIsKept: Scenario = {
  what: 'an action is done and the thing is read',
  about: ({ operations: { create, read } }) => read && create,
  async play(scene, resource) {
    for (const action of scene.kit.things.actions.on(resource)) {
      scene.run.begin()
      await isKept(scene, resource, action)
      if (RESTORING.test(`${action.operationId} ${action.path}`))
        await isBack(scene, resource, action)
    }
  },
}

const RESTORING = /(restore|undelete|recover|unarchive|reactivate)[^/]*$/i

/** What was removed and restored is there again. */
async function isBack(scene: Scene, resource: TestedResource, action: Operation): Promise<void> {
  const { read, remove } = resource.operations as ResourceOperations
  const thing = await scene.make(resource)
  if (remove === undefined || !isSuccess(await scene.send(remove, { thing }))) return
  if (!isSuccess(await scene.send(action, { thing }))) return
  const status = await scene.lasting(async () => {
    const response = await scene.send(read, { thing })
    return isSuccess(response) ? undefined : response.status
  })
  if (status === undefined) return
  const expected = `what ${action.method} ${action.path} has restored`
  find(scene, 'action-kept', read, { expected, received: `status ${status}` })
}

async function isKept(scene: Scene, resource: TestedResource, action: Operation): Promise<void> {
  const { contract, things } = scene.kit
  const thing = await scene.make(resource)
  const other = await scene.make(resource)
  const [before, untouched] = [await scene.read(thing), await scene.read(other)]
  const response = await scene.send(action, { thing })
  const told = itemOf(response, things.placeOf(resource, action))
  const isThing = isSameValue(identityIn(contract, resource, told), thing.identity)
  if (!isSuccess(response) || !isThing || !isObject(before) || !isObject(told)) return
  const said = stateSaidOf(contract, action, things.placeOf(resource, action)?.schema)
  if (said !== undefined && told[said.name] !== undefined && told[said.name] !== said.value) {
    const expected = `${said.name} is ${shown(said.value)}, as the description says`
    return find(scene, 'action-kept', action, { expected, received: shown(told[said.name]) })
  }
  const changed = Object.keys(told).filter((name) => !isSameValue(told[name], before[name]))
  const wrong = await scene.lasting(async (): Promise<Wrong | undefined> => {
    const now = await scene.read(thing)
    const name = changed.find((each) => isObject(now) && isSameValue(now[each], before[each]))
    if (name === undefined) return undefined
    return { expected: `${name} is ${shown(told[name])}`, received: shown(before[name]) }
  })
  if (wrong !== undefined) find(scene, 'action-kept', action, wrong)
  const later = isAnother(thing, other) ? await scene.read(other) : undefined
  if (!isObject(untouched) || !isObject(later)) return
  const name = changed.find(
    (each) => isSameValue(later[each], told[each]) && !isSameValue(untouched[each], told[each]),
  )
  if (name === undefined) return
  const expected = `${name} of another thing is still ${shown(untouched[name])}`
  find(scene, 'action-kept', action, { expected, received: shown(later[name]) })
}

/** What a member is after an action, of the values that it may have: "The status is then cancelled." */
function stateSaidOf(
  contract: TestedContract,
  { summary = '', description = '' }: Operation,
  schema: Schema | undefined,
): { readonly name: string; readonly value: unknown } | undefined {
  for (const [name, member] of membersOf(contract, schema)) {
    const values = (listedBy(contract, member) ?? []).filter((each) => typeof each === 'string')
    const value = values.find((each) => {
      const words = `\\b${name}\\b[^.]{0,40} is (then|now) [\\x60"']?${each}\\b`
      return (
        /^[\w-]+$/.test(`${name}${each}`) &&
        new RegExp(words, 'i').test(`${summary} ${description}`)
      )
    })
    if (value !== undefined) return { name, value }
  }
  return undefined
}
