import { isObject, type JsonObject } from '../../../openapi/json.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import type { Operation, TestedContract } from '../../document/contract.js'
import { listedBy, membersOf } from '../../document/members.js'
import {
  creationOf,
  type ResourceOperations,
  type TestedResource,
} from '../../resources/resource.js'
import { find, type Scenario, type Wrong } from '../../resources/scenario.js'
import { isSuccess, type Scene } from '../../resources/scene.js'
import { identityIn, isAnother, itemOf } from '../../resources/thing.js'
import { isSameValue } from '../../values/same-value.js'
import { shown } from '../../values/shown.js'

/** What an action says that it has changed, is not as before when it is read, and is as before in other things. */
export const actionIsKept: Scenario = {
  what: 'an action is done and the thing is read',
  about: (resource) => resource.operations.read && creationOf(resource),
  async play(scene, resource) {
    const actions = scene.kit.things.actions.on(resource)
    for (const action of actions) {
      // What one has done, another one may undo.
      for (const first of [undefined, ...actions.filter((each) => each !== action)]) {
        scene.run.begin()
        await isKept(scene, resource, action, first)
      }
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

async function isKept(
  scene: Scene,
  resource: TestedResource,
  action: Operation,
  first?: Operation,
): Promise<void> {
  const { contract, things } = scene.kit
  const { read } = resource.operations as ResourceOperations
  const thing = await scene.make(resource)
  if (first !== undefined && !isSuccess(await scene.send(first, { thing }))) return
  const other = await scene.make(resource)
  const [before, untouched] = [await scene.read(thing), await scene.read(other)]
  const response = await scene.send(action, { thing })
  const told = itemOf(response, things.maker.placeOf(resource, action))
  const isThing = isSameValue(identityIn(contract, resource, told), thing.identity)
  if (!isSuccess(response) || !isThing || !isObject(before) || !isObject(told)) return
  const said = stateSaidOf(contract, action, things.maker.placeOf(resource, action)?.schema)
  if (said !== undefined && told[said.name] !== undefined && told[said.name] !== said.value) {
    const expected = `${said.name} is ${shown(said.value)}, as the description says`
    return find(scene, 'action-kept', action, { expected, received: shown(told[said.name]) })
  }
  const members = membersOf(contract, things.maker.placeOf(resource, read)?.schema)
  // An answer may have members that are its own: a price, a value that was computed.
  const changed = Object.keys(told).filter(
    (name) =>
      !isSameValue(told[name], before[name]) && (Object.hasOwn(before, name) || members.has(name)),
  )
  const wrong = await scene.lasting(async (): Promise<Wrong | undefined> => {
    const now = await scene.read(thing)
    if (!isObject(now)) return undefined
    const isAs = (item: JsonObject, name: string) => isSameValue(now[name], item[name])
    // A thing may go on by itself, and come back to where it was.
    const isOn = Object.keys(now).some((each) => !isAs(told, each) && !isAs(before, each))
    const name = isOn ? undefined : changed.find((each) => isAs(before, each))
    if (name === undefined) return undefined
    return { expected: `${name} is ${shown(told[name])}`, received: shown(before[name]) }
  })
  if (wrong !== undefined) find(scene, 'action-kept', action, wrong)
  const later = isAnother(thing, other) ? await scene.read(other) : undefined
  if (!isObject(untouched) || !isObject(later)) return
  const name = changed.find(
    (each) => isSameValue(later[each], told[each]) && !isSameValue(untouched[each], told[each]),
  )
  if (name === undefined || (await isChanging(scene, resource, name))) return
  const expected = `${name} of another thing is still ${shown(untouched[name])}`
  find(scene, 'action-kept', action, { expected, received: shown(later[name]) })
}

/** True if a member changes by itself. */
async function isChanging(scene: Scene, resource: TestedResource, name: string): Promise<boolean> {
  const thing = await scene.make(resource)
  const look = async () => Object(await scene.read(thing))[name]
  const first = await look()
  const isLasting = await scene.lasting(async () => isSameValue(await look(), first) || undefined)
  return isLasting === undefined
}

/** What the document says is in conflict with the state of a thing: "It is not pending", "It is closed already". */
export const stateIsHeeded: Scenario = {
  what: 'something is done that the state of a thing forbids',
  about: actionIsKept.about,
  async play(scene, resource) {
    const { change = [], replace = [], remove = [], read } = resource.operations
    const actions = scene.kit.things.actions.on(resource)
    for (const second of [...actions, change, replace, remove].flat())
      for (const first of [undefined, ...actions]) {
        const forbidding = async (seen: (look: Look) => ReturnType<Look>) => {
          scene.run.begin()
          const thing = await scene.make(resource)
          if (first && !isSuccess(await scene.send(first, { thing }))) return undefined
          const { schema } = scene.kit.things.maker.placeOf(resource, read as Operation) ?? {}
          const state = await seen(async () =>
            conflictOf(scene.kit.contract, second, schema, await scene.read(thing)),
          )
          return state && isSuccess(await scene.send(second, { thing })) ? state : undefined
        }
        // A state that did not last may have been over.
        const isSuspect = (await forbidding((look) => look())) !== undefined
        const state = isSuspect && (await forbidding((look) => scene.lasting(look)))
        if (!state) continue
        const expected = `status 409: ${state}`
        find(scene, 'state-heeded', second, { expected, received: 'a success' })
        break
      }
  },
}

type Look = () => Promise<string | undefined>

/** The state of a thing that an operation has a conflict with, by the description of its 409. */
function conflictOf(
  contract: TestedContract,
  { responses, description = '' }: Operation,
  schema: Schema | undefined,
  item: unknown,
): string | undefined {
  const conflict = responses.find(({ status }) => status === '409')
  if (conflict === undefined) return undefined
  const { description: said = '' } = conflict
  const isPlain = !/\b(unless|only|except|must|should|until|if|when|while|may|can)\b/i.test(said)
  const says = (words: string, text = isPlain ? said : '') =>
    new RegExp(`\\b(?:${words})\\b`, 'i').test(text)
  const found = stateWhere(contract, schema, (name, value) => {
    const now = Object(item)[name]
    const isNot =
      says(`(not|no longer|isn't) ${value}|${value} no (more|longer)`) ||
      says(`only (an? )?(\\w+ (that|which) (is|are) )?${value}`, `${said} ${description}`)
    // What the operation is for names the states that it is for, too, beside the one that it leads to.
    const before = description.replace(/\bis (then|now) [^.]*/gi, '').toLowerCase()
    if (typeof now !== 'string') return false
    if (isNot) return now !== value && !before.includes(now.toLowerCase())
    return now === value && says(`(is|already|been) ${value}`)
  })
  return found && `${found.name} is ${shown(Object(item)[found.name])}`
}

/** What a member is after an action, of the values that it may have: "The status is then cancelled." */
function stateSaidOf(
  contract: TestedContract,
  { summary = '', description = '' }: Operation,
  schema: Schema | undefined,
) {
  const says = (words: string) => new RegExp(words, 'i').test(`${summary} ${description}`)
  return stateWhere(contract, schema, (name, value) =>
    says(`\\b${name}\\b[^.]{0,40} is (then|now) [\\x60"']?${value}\\b`),
  )
}

/** The first text that a member may have by its list, and of which something is said. */
function stateWhere(
  contract: TestedContract,
  schema: Schema | undefined,
  isSaid: (name: string, value: string) => boolean,
) {
  for (const [name, member] of membersOf(contract, schema)) {
    const values = (listedBy(contract, member) ?? []).filter((each) => typeof each === 'string')
    const value = values.find((each) => /^[\w-]+$/.test(`${name}${each}`) && isSaid(name, each))
    if (value !== undefined) return { name, value }
  }
  return undefined
}
