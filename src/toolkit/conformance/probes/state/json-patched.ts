import { isObject, type JsonObject } from '../../../openapi/json.js'
import { below } from '../../../openapi/json-pointer.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import { answerOf, questionOf } from '../../document/asked-place.js'
import type { MediaType, Operation } from '../../document/contract.js'
import { readOnlyOf } from '../../document/members.js'
import { isRefusal, isSuccess, type ReceivedResponse } from '../../exchange/response.js'
import { comparing, find, type Scenario, type Wrong } from '../../resources/scenario.js'
import type { Scene } from '../../resources/scene.js'
import type { Thing } from '../../resources/thing.js'
import { isSameValue } from '../../values/same-value.js'
import { shown } from '../../values/shown.js'
import { clientsPart, isUnchanged, told } from './changed.js'
import {
  changing,
  failing,
  JSON_PATCH,
  jsonPatchOf,
  type PatchedMember,
  type PatchStep,
  patchedMembers,
} from './json-patch.js'
import { PLACE_PATCHES } from './json-patch-places.js'
import { notMerged } from './patched.js'

/** Members that are patched. */
const MOST = 8

/** A JSON patch is applied step by step, and as a whole or not at all (RFC 5789, section 2). */
export const jsonPatchIsApplied: Scenario = {
  what: 'members are changed by JSON patches',
  about: ({ operations: { create, replace, change, read } }) =>
    (create ?? replace) && read && jsonPatchOf(change) ? change : undefined,
  async play(scene, resource) {
    const patched = { scene, thing: await scene.make(resource) }
    const first = await membersIn(patched)
    const members = patchedMembers(scene, resource, first).slice(0, MOST)
    for (const member of members) await isPatched(patched, member)
    await arePlacesPatched(patched)
    await isIdentityKept(patched)
    // Half a patch shows only if it changes what the patches before it have left.
    const left = await membersIn(patched)
    const [member] = patchedMembers(scene, resource, left)
    if (member === undefined) return
    for (const [why, patch] of failing(scene, member, left)) {
      await isRefusedWhole(patched, why, patch)
    }
  },
}

/** A member is changed, removed where it may be missing, and added again. */
async function isPatched(patched: PatchedThing, member: PatchedMember): Promise<void> {
  const { patch, wanted } = changing(member, await membersIn(patched))
  if (!(await isApplied(patched, patch, wanted)) || !member.isOptional) return
  const { name, path, other: value } = member
  const { [name]: _, ...others } = wanted
  if (!(await isApplied(patched, [{ op: 'remove', path }], others))) return
  const isGone = !Object.hasOwn(await membersIn(patched), name)
  if (isGone) {
    await isRefusedWhole(patched, 'there is nothing to replace', [{ op: 'replace', path, value }])
  }
  await isApplied(patched, [{ op: 'add', path, value }], wanted)
}

/** What a client may not set stays as it is. */
async function isIdentityKept(patched: PatchedThing): Promise<void> {
  const { scene, thing } = patched
  const { contract, source } = scene.kit
  const before = await scene.read(thing)
  const name = thing.resource.idNames.find((each) => Object.hasOwn(Object(before), each))
  const operation = thing.resource.operations.read as Operation
  if (
    name === undefined ||
    !readOnlyOf(contract, answerOf(contract, operation) as Schema).has(name)
  )
    return
  const { [name]: own } = Object(before)
  const other = typeof own === 'string' ? source.fresh.uuid() : source.fresh.number()
  await sent(patched, [{ op: 'replace', path: below('', name), value: other }])
  const { [name]: now } = Object(await scene.read(thing))
  if (now === undefined || isSameValue(now, own)) return
  const expected = `${name} is read-only: ${shown(own)}`
  find(scene, 'json-patch', operationOf(thing), { expected, received: shown(now) })
}

/** Items of lists are added and removed, members of maps are added, and a member is moved. */
async function arePlacesPatched(patched: PatchedThing): Promise<void> {
  const { scene, thing } = patched
  const { create, replace } = thing.resource.operations
  const schema = questionOf(scene.kit.contract, (replace ?? create) as Operation)
  for (const make of schema === undefined ? [] : PLACE_PATCHES) {
    const made = make(scene, schema as Schema, await membersIn(patched))
    if (made !== undefined) await isApplied(patched, [made.step], made.wanted)
  }
}

interface PatchedThing {
  readonly scene: Scene
  readonly thing: Thing
}

/** The members that clients set, as they are now. */
async function membersIn({ scene, thing }: PatchedThing): Promise<JsonObject> {
  return clientsPart(scene, thing.resource, await scene.read(thing))
}

const operationOf = ({ resource }: Thing) => resource.operations.change as Operation

/** The answer to a patch; `undefined` if the document does not allow it. */
async function sent(
  { scene, thing }: PatchedThing,
  patch: readonly PatchStep[],
): Promise<ReceivedResponse | undefined> {
  const { contract, things } = scene.kit
  const { schema } = jsonPatchOf(operationOf(thing)) as MediaType
  const isValid =
    schema === undefined || things.maker.contents.isValid(contract.reference(schema), patch)
  if (!isValid) return undefined
  return scene.send(operationOf(thing), { thing, body: patch, mediaType: JSON_PATCH })
}

/** Sends a patch, and finds that it had another effect; false if the server refuses it. */
async function isApplied(
  patched: PatchedThing,
  patch: readonly PatchStep[],
  wanted: JsonObject,
): Promise<boolean> {
  const { scene, thing } = patched
  const response = await sent(patched, patch)
  if (response === undefined || !isSuccess(response)) return false
  const wrong = await scene.lasting(async () => {
    const after = await scene.read(thing)
    return isObject(after)
      ? notPatched(patched, wanted, clientsPart(scene, thing.resource, after))
      : { expected: 'the thing', received: 'nothing to read' }
  })
  if (wrong) {
    find(scene, 'json-patch', operationOf(thing), told(`read back after ${shown(patch)}, `, wrong))
  }
  return true
}

/** A part that is another than it should be: sets have no order. */
function notPatched(
  { scene, thing: { resource } }: PatchedThing,
  wanted: JsonObject,
  after: JsonObject,
): Wrong | undefined {
  const { create, replace } = resource.operations
  const compared = comparing(scene, (replace ?? create) as Operation, undefined)
  const kept = Object.fromEntries(Object.entries(after).filter(([name]) => !(name in wanted)))
  return compared(wanted, after) ?? notMerged(scene.kit.contract, {}, kept, new Map())
}

/** A patch with a step that fails is refused, and none of its steps has an effect. */
async function isRefusedWhole(
  patched: PatchedThing,
  why: string,
  patch: readonly PatchStep[],
): Promise<void> {
  const { scene, thing } = patched
  const before = await scene.read(thing)
  const response = await sent(patched, patch)
  if (response === undefined) return
  if (isSuccess(response)) {
    const received = `status ${response.status}`
    const expected = `a refusal of ${shown(patch)}, since ${why}`
    find(scene, 'json-patch', operationOf(thing), { expected, received })
  } else if (isRefusal(response)) {
    const wrong = await isUnchanged(scene, thing, before)
    const what = `after ${shown(patch)} with status ${response.status}, `
    if (wrong) find(scene, 'json-patch', operationOf(thing), told(what, wrong))
  }
}
