import { isObject, type JsonObject } from '../../../openapi/json.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import { questionOf } from '../../document/asked-place.js'
import type { Operation } from '../../document/contract.js'
import { membersOf, readOnlyOf, requiredOf } from '../../document/members.js'
import { creationOf, type TestedResource } from '../../resources/resource.js'
import { documents, find, type Scenario } from '../../resources/scenario.js'
import { isSuccess, type Scene } from '../../resources/scene.js'
import type { Thing } from '../../resources/thing.js'
import { isSameValue } from '../../values/same-value.js'
import { shown } from '../../values/shown.js'
import { isVersionName } from '../../values/version-name.js'
import { clientsMembers, replacementOf } from './changed.js'

/** Each change makes another version; one that names another version than there is now is refused. */
export const versionTellsChanges: Scenario = {
  what: 'a thing is changed by requests that name its version',
  about: (resource) => {
    const { read, change, replace } = resource.operations
    return creationOf(resource) && read && (change ?? replace)
  },
  async play(scene, resource) {
    const { change, replace } = resource.operations
    for (const operation of [change, replace]) {
      const version = operation && versionIn(scene, resource, operation)
      if (version === undefined) continue
      await tellsChanges(scene, await scene.make(resource), operation as Operation, version)
    }
  },
}

/** Names of times of the last change. */
const CHANGED =
  /^(?:last_?)?(?:updated|modified|changed|edited)(?:_?(?:at|on|time|date))?$|^last_?(?:update|change)$/i

/** The time of the last change that the server tells is another one after a change. */
export const changeIsDated: Scenario = {
  what: 'a thing is changed a while after it was made',
  about: versionTellsChanges.about,
  async play(scene, resource) {
    const operation = (resource.operations.change ?? resource.operations.replace) as Operation
    const thing = await scene.make(resource)
    const first = Object(await scene.read(thing))
    const members = clientsMembers(scene, resource)
    const name = Object.keys(first).find((each) => CHANGED.test(each) && !members.has(each))
    const bodies = textsChanged(scene, thing, operation, first)
    if (name === undefined || bodies.length === 0) return
    const isOld = async (each: Thing) =>
      isSameValue(Object(await scene.read(each))[name], first[name])
    for (const body of bodies) {
      if (!isSuccess(await scene.send(operation, { thing, body }))) return
      if (!(await isOld(thing))) return
      await new Promise((resolve) => setTimeout(resolve, scene.kit.things.lateness.apart))
    }
    // A clock may stand still, in a test.
    const isStill = first[name] !== null && (await isOld(await scene.make(resource)))
    if (isStill || !(await isOld(thing))) return
    const expected = `another ${name} after a change`
    find(scene, 'version', operation, { expected, received: shown(first[name]) })
  },
}

/** The member that a change has to have and only the server sets. */
function versionIn(
  { kit: { contract } }: Scene,
  resource: TestedResource,
  operation: Operation,
): string | undefined {
  const [asked, made] = [operation, creationOf(resource) as Operation].map(
    (each) => questionOf(contract, each) ?? true,
  ) as [Schema, Schema]
  const isSet = (name: string) =>
    operation !== creationOf(resource) &&
    membersOf(contract, made).has(name) &&
    !readOnlyOf(contract, made).has(name)
  return [...requiredOf(contract, asked)].find((name) => isVersionName(name) && !isSet(name))
}

async function tellsChanges(
  scene: Scene,
  thing: Thing,
  operation: Operation,
  version: string,
): Promise<void> {
  const first = await scene.read(thing)
  const bodies = isObject(first) ? textsChanged(scene, thing, operation, first) : []
  if (!isObject(first) || first[version] === undefined) return
  let last = first[version]
  for (const [at, body] of bodies.entries()) {
    const { status } = await scene.send(operation, { thing, body })
    if (at > 0 && (status === 409 || status === 412)) {
      const expected = `a success for a change of ${version} ${shown(last)}, as for the one before`
      find(scene, 'version', operation, { expected, received: `status ${status}` })
    }
    if (status >= 400) return
    const wrong = await scene.lasting(async () => {
      const now = Object(await scene.read(thing))[version]
      const isOld = isSameValue(now, last)
      if (!isOld) last = now
      return isOld ? { expected: `another ${version} after it`, received: shown(now) } : undefined
    })
    if (wrong) return find(scene, 'version', operation, wrong)
  }
  const [body] = bodies
  if (body === undefined || ![409, 412].some((each) => documents(operation, each))) return
  const later = typeof last === 'number' ? [last + 1000] : []
  for (const other of [first[version], ...later]) {
    const stale = { thing, body: { ...body, [version]: other }, isExact: true }
    if (!isSuccess(await scene.send(operation, stale))) continue
    const expected = `a refusal of ${version} ${shown(other)}, which is ${shown(last)}`
    return find(scene, 'version', operation, { expected, received: 'a success' })
  }
}

/** Two changes of one text: what a service may forbid for its state stays. */
function textsChanged(
  scene: Scene,
  thing: Thing,
  operation: Operation,
  item: JsonObject,
): JsonObject[] {
  const { contract, things } = scene.kit
  const { contents } = things.maker
  const schema = questionOf(contract, operation) ?? true
  const [readOnly, needed] = [readOnlyOf(contract, schema), requiredOf(contract, schema)]
  const own = Object.fromEntries(Object.entries(item).filter(([name]) => needed.has(name)))
  const base = operation === thing.resource.operations.replace ? replacementOf(scene, thing) : own
  for (const [name, member] of membersOf(contract, schema)) {
    if (readOnly.has(name) || contents.isFixed(name, member) || !contents.isText(member)) continue
    const others = [...contents.others(member, item[name])].map((each) => ({
      ...base,
      [name]: each,
    }))
    const valid = others.filter((each) => contents.isValid(schema, each))
    if (valid.length > 1) return valid.slice(0, 2)
  }
  return []
}
