import { isObject } from '../../../openapi/json.js'
import type { Operation } from '../../document/contract.js'
import { judgeDefaults } from '../../judge/round-trip.js'
import { writable } from '../../requests/request-source.js'
import type { ThingPlace } from '../../resources/places.js'
import { creationOf } from '../../resources/resource.js'
import { changeOf, comparedBy, find, type Wrong } from '../../resources/scenario.js'
import { isSuccess, type Scene } from '../../resources/scene.js'
import { identityIn, itemOf, type Thing } from '../../resources/thing.js'
import { shown } from '../../values/shown.js'

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
    return otherIdentity(scene, thing, item) ?? changeOf(compared, sent, item)
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
  const place = scene.kit.things.placeOf(resource, creation)
  const wrong = changeOf(comparedBy(scene, creation, place), sent, received)
  if (wrong !== undefined) find(scene, 'round-trip', creation, wrong)
  defaultsAreApplied(scene, thing, place, received)
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
