import { isObject } from '../../../openapi/json.js'
import { namesIn } from '../../../openapi/path-template.js'
import type { Operation } from '../../document/contract.js'
import { judgeDefaults } from '../../judge/round-trip.js'
import { keyOf } from '../../requests/identities.js'
import { writable } from '../../requests/writable.js'
import type { ListView } from '../../resources/list-view.js'
import { fetchAll } from '../../resources/pages.js'
import type { ThingPlace } from '../../resources/places.js'
import { creationOf, type TestedResource } from '../../resources/resource.js'
import { comparing, find, type Wrong } from '../../resources/scenario.js'
import { isSuccess, type Scene, type ThingCall } from '../../resources/scene.js'
import { identityIn, itemOf, type Thing } from '../../resources/thing.js'
import { isSameValue } from '../../values/same-value.js'
import { shown } from '../../values/shown.js'

/** Finds what the server has kept of a thing otherwise than it was sent. */
export async function readBack(scene: Scene, thing: Thing): Promise<void> {
  const { resource } = thing
  const creation = creationOf(resource) as Operation
  answeredAsSent(scene, thing)
  const { read } = resource.operations
  if (read === undefined) return
  const place = scene.kit.things.maker.placeOf(resource, read)
  const compared = comparing(scene, creation, place)
  let isThere = false
  let item: unknown
  const wrong = await scene.lasting(async (): Promise<Wrong | undefined> => {
    const response = await scene.send(read, { thing })
    item = itemOf(response, place)
    // A file that is downloaded has no item.
    isThere = isSuccess(response) && (item !== undefined || place === undefined)
    if (!isThere) {
      const received = 'no success, or no item'
      return { expected: `what ${creation.method} ${creation.path} has created`, received }
    }
    if (item === undefined) return undefined
    return otherIdentity(scene, thing, item) ?? compared(sentWith(thing, item), item)
  })
  if (wrong !== undefined) find(scene, isThere ? 'round-trip' : 'created-readable', read, wrong)
  else if (!isObject(thing.received)) defaultsAreApplied(scene, thing, place, item)
}

/** Finds what the answer to a creation has otherwise than it was sent. */
export function answeredAsSent(scene: Scene, thing: Thing): void {
  const { resource, sent, received } = thing
  const creation = creationOf(resource) as Operation
  // An answer of another kind tells how it went, not what is there.
  if (!isObject(received) || !isObject(sent)) return
  const place = scene.kit.things.maker.placeOf(resource, creation)
  const wrong = comparing(scene, creation, place)(sentWith(thing, received), received)
  if (wrong !== undefined) find(scene, 'round-trip', creation, wrong)
  defaultsAreApplied(scene, thing, place, received)
}

/** The path of a creation says, too, what a thing is a part of: `zoneId` in `/zones/{zoneId}/records`. */
function sentWith({ resource, sent, values }: Thing, item: unknown): unknown {
  if (!isObject(sent) || !isObject(item)) return sent
  const { path } = creationOf(resource) as Operation
  const names = namesIn(path).filter((name) => /[a-z]_?id$/i.test(name))
  const told = names.map((name) => [name, values.get(keyOf(path, name))] as const)
  const own = told.filter(([name, value]) => typeof item[name] === typeof value)
  return { ...Object.fromEntries(own), ...sent }
}

function defaultsAreApplied(
  { kit: { contract }, run }: Scene,
  { resource, sent }: Thing,
  place: ThingPlace | undefined,
  item: unknown,
): void {
  const [media] = writable(creationOf(resource) as Operation)
  if (media === undefined || place === undefined) return
  for (const each of judgeDefaults({ contract, media, value: sent }, place.schema, item))
    run.find(each)
}

export function otherIdentity(scene: Scene, thing: Thing, item: unknown): Wrong | undefined {
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

/** Finds that a thing is not in its list, or more than once, or otherwise than it was sent. */
export async function isListedOnce(scene: Scene, thing: Thing, view: ListView): Promise<void> {
  const { resource } = thing
  const creation = creationOf(resource) as Operation
  if (thing.identity === undefined) return
  const wrong = await scene.lasting(async () => {
    const { items, pages, isWhole, own } = await listedOf(scene, thing, view)
    const name = `the thing with the identity ${shown(thing.identity)}`
    if (own.length > 1) return { expected: `${name} once`, received: `${own.length} times` }
    const [double] = pages.flatMap((page) => doublesIn(scene, resource, page.items))
    if (double !== undefined) return { expected: `${shown(double)} once`, received: 'twice' }
    if (own.length === 1) {
      return comparing(scene, creation, view.place)(thing.sent, own[0])
    }
    // Items that do not tell their identities may be any.
    const isTold = items.every((each) => identityOf(scene, resource, each))
    return isWhole && isTold && !view.isSelected
      ? { expected: name, received: `${items.length} others` }
      : undefined
  })
  if (wrong !== undefined) find(scene, 'created-listed', view.operation, wrong)
}

export async function listedOf(scene: Scene, thing: Thing, view: ListView, call?: ThingCall) {
  const list = await fetchAll(scene, view, call ?? { thing })
  return { ...list, own: list.items.filter((each) => isOf(scene, thing, each)) }
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
