import { isObject, type JsonObject } from '../../../openapi/json.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import { questionOf } from '../../document/asked-place.js'
import type { Operation } from '../../document/contract.js'
import { membersOf, readOnlyOf } from '../../document/members.js'
import type { CheckName } from '../../judge/checks.js'
import { bared } from '../../requests/without-read-only.js'
import type { ResourceOperations, TestedResource } from '../../resources/resource.js'
import { comparing, find, type Wrong } from '../../resources/scenario.js'
import { isSuccess, type Scene } from '../../resources/scene.js'
import { itemOf, type Thing } from '../../resources/thing.js'
import { isSameValue } from '../../values/same-value.js'
import { shown } from '../../values/shown.js'
import { isShifting } from '../../values/version-name.js'

/** A body that replaces a thing: valid, and with the identity that the thing has. */
export function replacementOf(scene: Scene, thing: Thing): JsonObject | undefined {
  const replace = thing.resource.operations.replace as Operation
  const { contract, things } = scene.kit
  const schema = questionOf(contract, replace)
  if (schema === undefined) return undefined
  if (isObject(thing.sent) && things.maker.contents.isValid(schema, thing.sent)) return thing.sent
  const value = things.maker.body(replace)?.value
  if (!isObject(value)) return undefined
  // Members by which the server may tell things apart stay as they were.
  const kept = Object.entries(Object(thing.sent)).filter(
    ([name]) => name in value && things.maker.contents.isFixed(name, true),
  )
  const own = { ...value, ...Object.fromEntries(kept) }
  return things.maker.contents.isValid(schema, own) ? own : value
}

/** A way to change a thing, with a body that changes as many members as may be. */
interface ThingChange {
  readonly operation: Operation
  readonly schema: Schema
  readonly body: JsonObject
}

/** The ways to change a thing, PUT before PATCH. */
export function changesOf(scene: Scene, thing: Thing): ThingChange[] {
  const { replace, change } = thing.resource.operations
  const { contract, things } = scene.kit
  return [replace, change].flatMap((operation) => {
    const schema = operation && questionOf(contract, operation)
    if (operation === undefined || schema === undefined) return []
    const base =
      operation === replace ? replacementOf(scene, thing) : things.maker.body(operation)?.value
    const body = things.maker.contents.varied(schema, base)
    return body === undefined ? [] : [{ operation, schema, body }]
  })
}

/** What a change has sent comes back, in its answer and when the thing is read. */
export async function changeIsKept(
  scene: Scene,
  thing: Thing,
  { operation, body, check }: { operation: Operation; body: unknown; check: CheckName },
): Promise<boolean> {
  const { resource } = thing
  const response = await scene.send(operation, { thing, body })
  if (!isSuccess(response)) return false
  const place = scene.kit.things.maker.placeOf(resource, operation)
  const item = itemOf(response, place)
  const wrong = isObject(item) && comparing(scene, operation, place)(body, item)
  if (wrong) find(scene, check, operation, wrong)
  const { read } = resource.operations as ResourceOperations
  const compared = comparing(scene, operation, scene.kit.things.maker.placeOf(resource, read))
  const later = await scene.lasting(async () => compared(body, await scene.read(thing)))
  if (later !== undefined) find(scene, check, operation, told('read back, ', later))
  return true
}

export function told(what: string, { expected, received }: Wrong): Wrong {
  return { expected: `${what}${expected}`, received }
}

export function clientsMembers(
  { kit: { contract } }: Scene,
  { operations: { create, replace, change } }: TestedResource,
): ReadonlyMap<string, Schema> {
  const members = [change, replace, create].flatMap((operation) => {
    const schema = operation && questionOf(contract, operation)
    if (schema === undefined) return []
    const readOnly = readOnlyOf(contract, schema)
    return [...membersOf(contract, schema)].filter(([name]) => !readOnly.has(name))
  })
  return new Map(members)
}

/** The members that clients set, of what is read. */
export function clientsPart(scene: Scene, resource: TestedResource, item: unknown): JsonObject {
  const { contract } = scene.kit
  const members = clientsMembers(scene, resource)
  const kept = Object.entries(Object(item)).flatMap(([name, value]) => {
    const schema = members.get(name)
    return schema === undefined ? [] : [[name, bared(contract, schema, value, true)] as const]
  })
  return Object.fromEntries(kept)
}

/** The first member of what clients set that is another than before. */
export function changedMember(before: JsonObject, after: JsonObject): Wrong | undefined {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const name = names.find((each) => !isShifting(each) && !isSameValue(before[each], after[each]))
  if (name === undefined) return undefined
  return { expected: `${name} is still ${shown(before[name])}`, received: shown(after[name]) }
}

/** Finds what has changed in a thing since it was `before`; nothing where that is not known. */
export async function isUnchanged(
  scene: Scene,
  thing: Thing,
  before: unknown,
  look: () => Promise<unknown> = () => scene.read(thing),
): Promise<Wrong | undefined> {
  if (before === undefined) return undefined
  const { resource } = thing
  const kept = clientsPart(scene, resource, before)
  return scene.lasting(async () => {
    const now = await look()
    if (now === undefined) return { expected: 'the thing as it was', received: 'nothing to read' }
    return changedMember(kept, clientsPart(scene, resource, now))
  })
}

/** The time of creation is that of the creation. */
export function isCreatedThen(
  scene: Scene,
  check: CheckName,
  operation: Operation,
  [before, after]: readonly [unknown, unknown],
): void {
  if (!isObject(before) || !isObject(after)) return
  const name = Object.keys(before).find((each) =>
    /^(created|creation)_?(at|on|date|time)?$/i.test(each),
  )
  if (name === undefined || isSameValue(before[name], after[name])) return
  const expected = `${name} is still ${shown(before[name])}`
  find(scene, check, operation, { expected, received: shown(after[name]) })
}
