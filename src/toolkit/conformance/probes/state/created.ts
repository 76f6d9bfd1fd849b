import type { Operation } from '../../document/contract.js'
import { headerOf } from '../../exchange/request.js'
import { isSameValue } from '../../resources/compare.js'
import { isOfAll, type ListView, listView, viewsBeside } from '../../resources/list-view.js'
import { isExport } from '../../resources/lists-beside.js'
import { whereLeads } from '../../resources/location.js'
import { fetchAll } from '../../resources/pages.js'
import {
  creationOf,
  type ResourceOperations,
  type TestedResource,
} from '../../resources/resource.js'
import { changeOf, comparedBy, find, type Scenario } from '../../resources/scenario.js'
import { isSuccess, type Scene } from '../../resources/scene.js'
import { identityIn, itemOf, type Thing } from '../../resources/thing.js'
import { shown } from '../../values/shown.js'
import { readBack } from './read-back.js'

/** What was created can be read. */
export const createdIsRead: Scenario = {
  what: 'something is created and read',
  about: (resource) => resource.operations.read && creationOf(resource),
  async play(scene, resource) {
    await readBack(scene, await scene.make(resource))
    const { things } = scene.kit
    const content = things.body(creationOf(resource) as Operation)
    if (content === undefined) return
    // What is left out has its default.
    const value = things.maker.contents.least(content.schema, content.value)
    await readBack(scene, await scene.make(resource, { value }))
  },
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
    await isListedOnce(scene, await scene.make(resource), view)
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
    const isTold = items.every((each) => identityOf(scene, resource, each))
    return isWhole && isTold && !view.isSelected
      ? { expected: name, received: `${items.length} others` }
      : undefined
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
