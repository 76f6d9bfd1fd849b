import { isObject } from '../../../openapi/json.js'
import type { Operation } from '../../document/contract.js'
import { headerOf } from '../../exchange/request.js'
import { judgeDefaults } from '../../judge/round-trip.js'
import { writable } from '../../requests/request-source.js'
import { isSameValue, shown } from '../../resources/compare.js'
import { isOfAll, type ListView, listView, viewsBeside } from '../../resources/list-view.js'
import { isExport } from '../../resources/lists-beside.js'
import { whereLeads } from '../../resources/location.js'
import { fetchAll } from '../../resources/pages.js'
import type { ResourceOperations, TestedResource } from '../../resources/resource.js'
import { changeOf, comparedBy, find, type Scenario, type Wrong } from '../../resources/scenario.js'
import { isSuccess, type Scene } from '../../resources/scene.js'
import { identityIn, itemOf, type Thing } from '../../resources/thing.js'

const creationOf = ({ operations: { create, replace } }: TestedResource) => create ?? replace

/** What was created can be read. */
export const createdIsRead: Scenario = {
  what: 'something is created and read',
  about: (resource) => resource.operations.read && creationOf(resource),
  async play(scene, resource) {
    const thing = await scene.make(resource)
    await readBack(scene, thing)
  },
}

/** Finds what the server has kept of a thing otherwise than it was sent. */
export async function readBack(scene: Scene, thing: Thing): Promise<void> {
  const { resource, sent } = thing
  const creation = creationOf(resource) as Operation
  answeredAsSent(scene, thing)
  const { read } = resource.operations
  if (read === undefined) return
  const place = scene.kit.things.placeOf(resource, read)
  const compared = comparedBy(scene, creation, place)
  let isThere = false
  const wrong = await scene.lasting(async (): Promise<Wrong | undefined> => {
    const response = await scene.send(read, { thing })
    const item = itemOf(response, place)
    // A file that is downloaded has no item.
    isThere = isSuccess(response) && (item !== undefined || place === undefined)
    if (!isThere) {
      const received = 'no success, or no item'
      return { expected: `what ${creation.method} ${creation.path} has created`, received }
    }
    if (item === undefined) return undefined
    return otherIdentity(scene, thing, item) ?? changeOf(compared, sent, item)
  })
  if (wrong !== undefined) find(scene, isThere ? 'round-trip' : 'created-readable', read, wrong)
}

/** Finds what the answer to a creation has otherwise than it was sent. */
export function answeredAsSent(scene: Scene, { resource, sent, received }: Thing): void {
  const creation = creationOf(resource) as Operation
  // An answer of another kind tells how it went, not what is there.
  if (!isObject(received) || !isObject(sent)) return
  const { contract, things } = scene.kit
  const place = things.placeOf(resource, creation)
  const wrong = changeOf(comparedBy(scene, creation, place), sent, received)
  if (wrong !== undefined) find(scene, 'round-trip', creation, wrong)
  const [media] = writable(creation)
  if (media === undefined || place === undefined) return
  const body = { contract, media, value: sent }
  for (const each of judgeDefaults(body, place.schema, received)) scene.run.find(each)
}

function otherIdentity(scene: Scene, thing: Thing, item: unknown): Wrong | undefined {
  const { resource, identity } = thing
  const own = identityIn(scene.kit.contract, resource, item)
  if (own === undefined || resource.parameter === undefined) return undefined
  // What is read has the identity that leads to it, if the answer to its creation had it.
  const first = identityIn(scene.kit.contract, resource, thing.received)
  if (!isAlike(first, identity) || isAlike(own, identity)) return undefined
  return { expected: `the identity ${shown(identity)}`, received: shown(own) }
}

/** A server may write identities its own way. */
function isAlike(one: unknown, other: unknown): boolean {
  return String(one).toLowerCase() === String(other).toLowerCase()
}

/** `Location` leads to what was created. */
export const createdIsAtLocation: Scenario = {
  what: 'the Location of something new is followed',
  about: ({ operations: { create, read } }) => read && create,
  async play(scene, resource) {
    const { create, read } = resource.operations as ResourceOperations
    const thing = await scene.make(resource)
    const location = headerOf(thing.response, 'location')
    if (thing.response.status !== 201 || location === undefined) return
    const path = scene.written(create, { thing }).target
    const led = await whereLeads(scene.kit.target, path, location)
    const expected = 'a Location that leads to what was created'
    if (led.wrong !== undefined) find(scene, 'location', create, { expected, received: led.wrong })
    const { target } = led
    if (target === undefined) {
      if (led.wrong === undefined)
        scene.kit.notes.add(
          `${create.method} ${create.path}: Location names another host: ${location}`,
        )
      return
    }
    const wrong = await scene.lasting(async () => {
      const outcome = await scene.follow(read, target, thing)
      const item = isSuccess(outcome) && itemOf(outcome, scene.kit.things.placeOf(resource, read))
      const received = `Location: ${location}, status ${outcome.status}`
      if (!isSuccess(outcome)) return { expected, received }
      const own = identityIn(scene.kit.contract, resource, item)
      const isOther = own !== undefined && String(own) !== String(thing.identity)
      return isOther ? { expected, received: `${received}, identity ${shown(own)}` } : undefined
    })
    if (wrong !== undefined) find(scene, 'location', create, wrong)
  },
}

/** What was created is in the list, once. */
export const createdIsListed: Scenario = {
  what: 'something is created and listed',
  about: (resource) => creationOf(resource) && resource.list && resource.operations.list,
  async play(scene, resource) {
    const view = listView(scene.kit.contract, resource) as ListView
    if (!view.hasDefaults) await isListedOnce(scene, await scene.make(resource), view)
  },
}

/** What was created is in each export of all things, once. */
export const createdIsExported: Scenario = {
  what: 'something is created and exported',
  about: (resource) => creationOf(resource) && resource.beside.find(isExport),
  async play(scene, resource) {
    const thing = await scene.make(resource)
    for (const view of viewsBeside(scene.kit.contract, resource)) {
      if (isOfAll(view)) await isListedOnce(scene, thing, view)
    }
  },
}

/** Finds that a thing is not in its list, or more than once, or otherwise than it was sent. */
export async function isListedOnce(scene: Scene, thing: Thing, view: ListView): Promise<void> {
  const { resource } = thing
  const parent = scene.kit.things.known(resource.parent)
  const creation = creationOf(resource) as Operation
  if (thing.identity === undefined) return
  const wrong = await scene.lasting(async () => {
    const { items, pages, isWhole } = await fetchAll(scene, view, { thing: parent })
    const own = items.filter((each) => isOf(scene, thing, each))
    const name = `the thing with the identity ${shown(thing.identity)}`
    if (own.length > 1) return { expected: `${name} once`, received: `${own.length} times` }
    const [double] = pages.flatMap((page) => doublesIn(scene, resource, page.items))
    if (double !== undefined) return { expected: `${shown(double)} once`, received: 'twice' }
    if (own.length === 1) {
      return changeOf(comparedBy(scene, creation, view.place), thing.sent, own[0])
    }
    // Items that do not tell their identities may be any.
    const isMissing = isWhole && items.every((each) => identityOf(scene, resource, each))
    return isMissing ? { expected: name, received: `${items.length} others` } : undefined
  })
  if (wrong !== undefined) find(scene, 'created-listed', view.operation, wrong)
}

/** The items that are on a page twice, the same both times. */
function doublesIn(scene: Scene, resource: TestedResource, items: readonly unknown[]): unknown[] {
  const seen = new Map<string, unknown>()
  return items.filter((item) => {
    const identity = identityOf(scene, resource, item)
    if (identity === undefined) return false
    const isDouble = seen.has(identity) && isSameValue(seen.get(identity), item)
    seen.set(identity, item)
    return isDouble
  })
}

/** True if an item is the thing. */
export function isOf(scene: Scene, { resource, identity }: Thing, item: unknown): boolean {
  return identityOf(scene, resource, item) === String(identity)
}

/** The identity of an item as a text; `undefined` if it has none. */
export function identityOf(
  { kit: { contract } }: Scene,
  resource: TestedResource,
  item: unknown,
): string | undefined {
  const identity = identityIn(contract, resource, item)
  return identity === undefined ? undefined : String(identity)
}
