import { isObject, type JsonObject } from '../../../openapi/json.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import type { Operation } from '../../document/contract.js'
import { membersOf, readOnlyOf } from '../../document/members.js'
import { isOpen } from '../../requests/credentials.js'
import { isReferring } from '../../requests/without.js'
import type { KnownBody } from '../../resources/contents.js'
import { listView } from '../../resources/list-view.js'
import { chosenName, type TestedResource } from '../../resources/resource.js'
import { find, type Scenario } from '../../resources/scenario.js'
import { isRefusal, isSuccess, type Scene, type ThingCall } from '../../resources/scene.js'
import type { Thing } from '../../resources/thing.js'
import { changesOf, isUnchanged, told } from './changed.js'
import { makesNothing } from './makes-nothing.js'

const about = ({ operations }: TestedResource) =>
  (operations.create ?? operations.replace) &&
  operations.read &&
  (operations.replace ?? operations.change)

/** A change that is refused changes nothing, not even the members before the wrong one. */
export const refusedChangesNothing: Scenario = {
  what: 'changes are refused',
  about,
  async play(scene, resource) {
    const thing = await scene.make(resource)
    for (const { operation, schema, body: base } of changesOf(scene, thing)) {
      for (const body of spoiled(scene, schema, base)) {
        await isRefusedWhole(scene, thing, operation, { thing, body })
      }
    }
  },
}

/** The body with one member that its schema refuses: the last one, the first one. */
export function spoiled(scene: Scene, schema: Schema, body: JsonObject): JsonObject[] {
  const { contract } = scene.kit
  const readOnly = readOnlyOf(contract, schema)
  const names = [...membersOf(contract, schema).keys()].filter(
    (name) => name in body && !readOnly.has(name),
  )
  return [names.at(-1), names[0]].flatMap((name) =>
    name === undefined ? [] : spoiledIn(scene, schema, body, name),
  )
}

/** The body with a value of a member that its schema refuses. */
function spoiledIn(scene: Scene, schema: Schema, body: JsonObject, name: string): JsonObject[] {
  // The wrong member comes last, so that what is before it may have an effect.
  const { [name]: _, ...others } = body
  return [false, 'kit', 77.5, [], {}, scene.kit.source.fresh.mark().repeat(40)]
    .map((value) => ({ ...others, [name]: value }))
    .filter((each) => scene.kit.contract.verdicts.verdict(schema, each) === false)
    .slice(0, 1)
}

async function isRefusedWhole(
  scene: Scene,
  thing: Thing,
  operation: Operation,
  call: ThingCall,
): Promise<void> {
  const before = await scene.read(thing)
  if (before === undefined) return
  const response = await scene.send(operation, call)
  if (!isRefusal(response)) return
  const wrong = await isUnchanged(scene, thing, before)
  if (wrong === undefined) return
  const what = `after ${operation.method} with status ${response.status}, `
  find(scene, 'refused-unchanged', operation, told(what, wrong))
}

/** What is refused for its credentials, or to another user, changes nothing. */
export const strangersChangeNothing: Scenario = {
  what: 'changes are sent without credentials, and by another user',
  about: (resource) => {
    const { replace, change, remove, read } = resource.operations
    const write = replace ?? change ?? remove
    return read && write && !isOpen(write) ? write : undefined
  },
  async play(scene, resource) {
    const { stranger } = scene.kit
    const { replace, change, remove } = resource.operations
    const thing = await scene.make(resource)
    const changes = changesOf(scene, thing)
    for (const credentials of [{}, ...(stranger ? [stranger] : [])])
      for (const operation of [replace, change, remove]) {
        if (operation === undefined || isOpen(operation)) continue
        const body = changes.find((each) => each.operation === operation)?.body
        const call = { thing, credentials, ...(body && { body }) }
        await isRefusedWhole(scene, thing, operation, call)
      }
  },
}

export const refusedCreatesNothing: Scenario = {
  what: 'things are listed before and after a creation that is refused',
  about: ({ operations: { create } }) => create,
  async play(scene, resource) {
    const create = resource.operations.create as Operation
    const view = listView(scene.kit.contract, resource)
    const content = scene.kit.things.maker.body(create)
    if (content === undefined || !isObject(content.value)) return
    const { things } = scene.kit
    const own = things.maker.contents.varied(content.schema, content.value) ?? content.value
    await takesNoIdentity(scene, resource, content.schema, own as JsonObject)
    if (view === undefined) return
    const bodies = [...spoiled(scene, content.schema, own), ...unrelated(scene, resource, content)]
    for (const body of bodies)
      await makesNothing(scene, resource, view, { operation: create, body })
  },
}

/** The identity of what was refused is still free. */
async function takesNoIdentity(
  scene: Scene,
  resource: TestedResource,
  schema: Schema,
  own: JsonObject,
): Promise<void> {
  const name = chosenName(scene.kit.contract, resource)
  const create = resource.operations.create as Operation
  const thing = scene.kit.things.known(resource.parent)
  if (name === undefined || own[name] === undefined) return
  const others = Object.keys(own).filter((each) => each !== name)
  for (const other of others.slice(0, MOST_SPOILED)) {
    const body = scene.kit.source.fresh.of(schema, own) as JsonObject
    const [wrong] = spoiledIn(scene, schema, body, other)
    const refused = wrong && (await scene.send(create, { thing, body: wrong }))
    if (!refused || !isRefusal(refused) || refused.status === 409) continue
    const { status } = await scene.send(create, { thing, body })
    if (status !== 409) continue
    // Something else in it may be there already.
    const another = scene.kit.source.fresh.of(schema, body)
    if (!isSuccess(await scene.send(create, { thing, body: another }))) return
    const expected = `a success for ${name}, of which a body was refused`
    find(scene, 'refused-unchanged', create, { expected, received: `status ${status}` })
    return
  }
}

/** Most members that are wrong, one after another. */
const MOST_SPOILED = 4

/** Bodies that refer to what does not exist. */
function unrelated(
  scene: Scene,
  resource: TestedResource,
  { schema, value }: KnownBody,
): JsonObject[] {
  const { contract, things } = scene.kit
  const readOnly = readOnlyOf(contract, schema)
  return [...membersOf(contract, schema)].flatMap(([name, member]) => {
    const isOther = isReferring(contract, name, member) && !resource.idNames.includes(name)
    const body = { ...Object(value), [name]: NOBODY }
    const isFit = isOther && !readOnly.has(name) && things.maker.contents.isValid(schema, body)
    return isFit ? [scene.kit.source.fresh.of(schema, body) as JsonObject] : []
  })
}

const NOBODY = '7f0a1b2c-5eed-4bad-8bad-0badc0ffee00'
