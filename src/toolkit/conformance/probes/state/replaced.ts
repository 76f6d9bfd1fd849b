import { isObject, type JsonObject } from '../../../openapi/json.js'
import { questionOf } from '../../document/asked-place.js'
import type { Operation } from '../../document/contract.js'
import { membersOf, requiredOf } from '../../document/members.js'
import { without } from '../../requests/without.js'
import { chosenNames } from '../../resources/resource.js'
import { find, type Scenario } from '../../resources/scenario.js'
import { isSuccess, type Scene, type ThingCall } from '../../resources/scene.js'
import { isAnother, type Thing } from '../../resources/thing.js'
import { isSameValue } from '../../values/same-value.js'
import { shown } from '../../values/shown.js'
import { changeIsKept, isCreatedThen, isUnchanged, replacementOf, told } from './changed.js'
import { isEmpty } from './patched.js'

/** PUT replaces what is there, once or twice, and nothing else. */
export const replacementIsKept: Scenario = {
  what: 'a thing is replaced',
  about: ({ operations: { create, replace, read } }) => (create ?? replace) && read && replace,
  async play(scene, resource) {
    const operation = resource.operations.replace as Operation
    const thing = await scene.make(resource)
    const other = await scene.make(resource)
    const before = isAnother(thing, other) ? await scene.read(other) : undefined
    const base = replacementOf(scene, thing)
    const schema = questionOf(scene.kit.contract, operation)
    const body = base && schema && scene.kit.things.maker.contents.varied(schema, base)
    if (!body) return
    const first = await scene.read(thing)
    await isNoConflict(scene, thing, operation, base)
    if (!(await changeIsKept(scene, thing, { operation, body, check: 'replaced' }))) return
    isCreatedThen(scene, 'replaced', operation, [first, await scene.read(thing)])
    const once = await scene.read(thing)
    const again = await scene.send(operation, { thing, body })
    if (isSuccess(again)) {
      const wrong = await isUnchanged(scene, thing, once)
      if (wrong) find(scene, 'replaced', operation, told('after the same PUT again, ', wrong))
    }
    const wrong = await isUnchanged(scene, other, before)
    if (wrong) find(scene, 'replaced', operation, told('in another thing, ', wrong))
  },
}

/** A thing is in no conflict with itself, unless its version is a member of it. */
async function isNoConflict(
  scene: Scene,
  thing: Thing,
  operation: Operation,
  body: JsonObject,
): Promise<void> {
  if (Object.keys(body).some((name) => /version|revision|etag|lock/i.test(name))) return
  const { status } = await scene.send(operation, { thing, body })
  if (status !== 409) return
  const expected = 'no status 409 for a PUT of what is there'
  find(scene, 'replaced', operation, { expected, received: `status ${status}` })
}

/** PUT removes what its body does not have. */
export const replacementIsWhole: Scenario = {
  what: 'a thing is replaced by one without optional members',
  about: replacementIsKept.about,
  async play(scene, resource) {
    const operation = resource.operations.replace as Operation
    const { contract } = scene.kit
    const schema = questionOf(contract, operation)
    const thing = await scene.make(resource)
    const base = replacementOf(scene, thing)
    if (schema === undefined || base === undefined) return
    const full = scene.kit.things.maker.contents.varied(schema, base) ?? base
    if (!isSuccess(await scene.send(operation, { thing, body: full }))) return
    const kept = [...requiredOf(contract, schema), ...chosenNames(resource)]
    const least = without(contract, schema, full, (name) => !kept.includes(name))
    await isReplacedWhole(scene, operation, { thing }, [full, least], () => scene.read(thing))
  },
}

/** Finds a member that was set in full, and is kept by a PUT without it. */
export async function isReplacedWhole(
  scene: Scene,
  replace: Operation,
  call: ThingCall,
  [full, least]: readonly [full: unknown, least: unknown],
  read: () => Promise<unknown>,
): Promise<void> {
  const before = await read()
  if (!isObject(full) || !isObject(least) || !isObject(before)) return
  if (!isSuccess(await scene.send(replace, { ...call, body: least }))) return
  const { contract } = scene.kit
  const members = membersOf(contract, questionOf(contract, replace))
  const gone = Object.keys(full).filter(
    (name) =>
      !(name in least) &&
      name in before &&
      isSameValue(before[name], full[name]) &&
      !isEmpty(full[name]) &&
      !isSameValue(before[name], Object(members.get(name)).default),
  )
  const wrong = await scene.lasting(async () => {
    const after = Object(await read())
    const kept = gone.find((name) => isSameValue(after[name], before[name]))
    if (kept === undefined) return undefined
    return { expected: `no ${kept} after a PUT without it`, received: shown(after[kept]) }
  })
  if (wrong) find(scene, 'replaced', replace, { ...wrong, aspect: 'whole' })
}
