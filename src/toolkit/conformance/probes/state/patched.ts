import { isObject, type JsonObject } from '../../../openapi/json.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import { askedPlace } from '../../document/asked-place.js'
import type { MediaType, Operation, TestedContract } from '../../document/contract.js'
import { membersOf, readOnlyOf, requiredOf } from '../../document/members.js'
import { isSame } from '../../judge/differences.js'
import { writable } from '../../requests/writable.js'
import { creationOf, type TestedResource } from '../../resources/resource.js'
import { find, type Scenario, type Wrong } from '../../resources/scenario.js'
import { isSuccess, type Scene } from '../../resources/scene.js'
import { isAnother, itemOf, type Thing } from '../../resources/thing.js'
import { isSameValue } from '../../values/same-value.js'
import { shown } from '../../values/shown.js'
import { isShifting } from '../../values/version-name.js'
import { clientsMembers, clientsPart, isCreatedThen, isUnchanged, told } from './changed.js'
import { JSON_PATCH } from './json-patch.js'

function isMergePatch(operation: Operation): boolean {
  const { description = '', summary = '', requestBody } = operation
  const text = `${summary} ${description} ${requestBody?.description ?? ''}`
  return /merge.?patch|7396/i.test(`${text} ${mediaOf(operation)?.mediaType}`)
}

/** PATCH changes the members that it names, and no others. */
export const patchIsPartial: Scenario = {
  what: 'one member after another is patched',
  about: ({ operations: { create, replace, change, read } }) =>
    (create ?? replace) && read && change && mediaOf(change) ? change : undefined,
  async play(scene, resource) {
    const operation = resource.operations.change as Operation
    const { schema } = askedPlace(scene.kit.contract, operation, mediaOf(operation) as MediaType)
    const thing = await variedThing(scene, resource)
    const other = await scene.make(resource)
    const before = isAnother(thing, other) ? await scene.read(other) : undefined
    const item = clientsPart(scene, resource, await scene.read(thing))
    const patches = patchesOf(scene, schema, isMergePatch(operation), item)
    for (const patch of patches) await patchIsMerged(scene, thing, operation, patch)
    const wrong = await isUnchanged(scene, other, before)
    if (wrong) find(scene, checkOf(operation), operation, told('in another thing, ', wrong))
  },
}

/** A thing whose members are no defaults, by which a change of another one could replace them. */
async function variedThing(scene: Scene, resource: TestedResource): Promise<Thing> {
  const { things } = scene.kit
  const { contents } = things.maker
  const content = things.maker.body(creationOf(resource) as Operation)
  const varied = content && contents.varied(content.schema, content.value)
  const given = varied && { value: contents.fresh(content.schema, varied) }
  return (given && (await things.make(scene, resource, given))) ?? scene.make(resource)
}

/** The JSON of members that a PATCH takes, which may take steps, too. */
function mediaOf(change: Operation): MediaType | undefined {
  const [media] = writable(change).filter(({ mediaType }) => mediaType !== JSON_PATCH)
  return media?.kind === 'json' && media.schema !== undefined ? media : undefined
}

/**
 * Patches of one member each, beside those that there have to be: another value; with merge patches also null, and a
 * part of an object.
 */
function* patchesOf(
  scene: Scene,
  schema: Schema,
  isMerge: boolean,
  item: JsonObject,
): Generator<JsonObject> {
  const { contract, things } = scene.kit
  const [readOnly, needed] = [readOnlyOf(contract, schema), requiredOf(contract, schema)]
  const always = Object.entries(item).filter(([name]) => needed.has(name))
  const of = (name: string, value: unknown) => ({ ...Object.fromEntries(always), [name]: value })
  const isValid = (patch: JsonObject) => things.maker.contents.isValid(schema, patch)
  for (const [name, member] of membersOf(contract, schema)) {
    if (readOnly.has(name) || isShifting(name)) continue
    if (things.maker.contents.isFixed(name, member)) continue
    const given = item[name] ?? scene.kit.source.value(member)
    for (const other of things.maker.contents.others(member, given)) {
      if (!isValid(of(name, other)) || (!isMerge && isLess(other, given))) continue
      const isFit = (each: unknown) => isValid(of(name, each))
      const whole = isMerge && isObject(other) ? extended(other, isFit) : other
      yield of(name, whole)
      const parts = isMerge && isObject(whole) ? partsOf(whole).filter(isFit) : []
      for (const part of parts) yield of(name, part)
      break
    }
    if (isMerge && isValid(of(name, null))) yield of(name, null)
  }
}

/** True for an object without a member of another: whether JSON that is no merge patch keeps that member is open. */
function isLess(one: unknown, other: unknown): boolean {
  return isObject(one) && isObject(other) && Object.keys(other).some((name) => !(name in one))
}

/** The object with a second member, if it may have one, so that there is something to keep. */
function extended(value: JsonObject, isFit: (value: JsonObject) => boolean): JsonObject {
  const [sample = 'kit'] = Object.values(value)
  let result = value
  for (const key of ['de', 'fr', 'kit-one', 'kit-other']) {
    const larger = { ...result, [key]: sample }
    if (Object.keys(result).length < 2 && isFit(larger)) result = larger
  }
  return result
}

/** Patches of one member of an object: a change, and a removal. */
function partsOf(value: JsonObject): JsonObject[] {
  const [key] = Object.keys(value)
  if (key === undefined) return []
  const text = typeof value[key] === 'string' ? `${value[key]}x` : value[key]
  return [{ [key]: text }, { [key]: null }]
}

async function patchIsMerged(
  scene: Scene,
  thing: Thing,
  operation: Operation,
  patch: JsonObject,
): Promise<void> {
  const { resource } = thing
  const first = await scene.read(thing)
  if (!isObject(first)) return
  const before = clientsPart(scene, resource, first)
  const { mediaType } = mediaOf(operation) as MediaType
  const response = await scene.send(operation, { thing, body: patch, mediaType })
  if (!isSuccess(response)) return
  const wanted = merged(before, patch) as JsonObject
  const item = itemOf(response, scene.kit.things.maker.placeOf(resource, operation))
  const members = clientsMembers(scene, resource)
  const { contract } = scene.kit
  const wrongOf = (part: JsonObject) => notMerged(contract, wanted, part, members)
  const told1 = isObject(item) && wrongOf(clientsPart(scene, resource, item))
  if (told1) find(scene, checkOf(operation), operation, told(`after ${shown(patch)}, `, told1))
  const wrong = await scene.lasting(async () => {
    const after = await scene.read(thing)
    return wrongOf(clientsPart(scene, resource, after))
  })
  isCreatedThen(scene, checkOf(operation), operation, [first, await scene.read(thing)])
  if (wrong) {
    find(scene, checkOf(operation), operation, told(`read back after ${shown(patch)}, `, wrong))
  }
}

const checkOf = (operation: Operation) => (isMergePatch(operation) ? 'merge-patch' : 'patched')

/** RFC 7396, section 2. */
export function merged(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const result: Record<string, unknown> = isObject(target) ? { ...target } : {}
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name]
    else result[name] = merged(result[name], value)
  }
  return result
}

/** The first member that is another than it should be; what is gone may be null, empty or its default. */
export function notMerged(
  contract: TestedContract,
  wanted: JsonObject,
  after: JsonObject,
  members: ReadonlyMap<string, Schema>,
): Wrong | undefined {
  for (const name of new Set([...Object.keys(wanted), ...Object.keys(after)])) {
    if (isShifting(name)) continue
    const [sent, received] = [wanted[name] ?? null, after[name] ?? null]
    const schema = members.get(name) ?? true
    const isGone = isEmpty(received) || isSameValue(received, Object(schema).default)
    const pair = { asked: [{ schema, pointer: '' }], told: [], pointer: '', path: [] }
    const isAlike = isSame({ contract }, { ...pair, sent, received }) && !hasMore(sent, received)
    if (isAlike || (sent === null && isGone)) continue
    return { expected: `${name} is ${shown(wanted[name])}`, received: shown(after[name]) }
  }
  return undefined
}

function hasMore(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return false
  return Object.keys(other).some((each) => !(each in one) || hasMore(one[each], other[each]))
}

/** True for a value that may stand for none. */
export function isEmpty(value: unknown): boolean {
  return value === '' || (typeof value === 'object' && Object.keys(Object(value)).length === 0)
}
