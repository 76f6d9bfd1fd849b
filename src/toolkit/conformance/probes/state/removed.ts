import type { Operation } from '../../document/contract.js'
import { attempt } from '../../resources/attempt.js'
import { keyLeading } from '../../resources/leading.js'
import { isOfAll, type ListView, listView, viewsBeside } from '../../resources/list-view.js'
import { fetchAll } from '../../resources/pages.js'
import { shapeOf } from '../../resources/path-shape.js'
import {
  creationOf,
  isRelation,
  type ResourceOperations,
  type TestedResource,
} from '../../resources/resource.js'
import { documents, find, isAsMeant, type Scenario, type Wrong } from '../../resources/scenario.js'
import { isSuccess, type Scene, type ThingCall } from '../../resources/scene.js'
import { isAnother, type Thing } from '../../resources/thing.js'
import { isSameValue } from '../../values/same-value.js'
import { shown } from '../../values/shown.js'
import { isUnchanged, replacementOf, told } from './changed.js'
import { identityOf } from './read-back.js'

/** What was deleted is gone, and only that. */
export const removedIsGone: Scenario = {
  what: 'a thing is deleted',
  about: ({ operations: { create, replace, remove } }) => (create ?? replace) && remove,
  async play(scene, resource) {
    const { remove, read } = resource.operations as ResourceOperations
    const other = await scene.make(resource)
    const thing = await scene.make(resource)
    // What is removed is neither the first nor the last.
    await scene.make(resource)
    const before = read && isAnother(thing, other) ? await scene.read(other) : undefined
    const views = wholeLists(scene, resource)
    const listed = new Map<ListView, Listed | undefined>()
    for (const view of views) {
      listed.set(view, await attempt(() => listedIn(scene, thing, view)))
    }
    const was = read && (await scene.read(thing))
    const removal = await scene.send(remove, { thing })
    // What is accepted may happen later (RFC 9110, section 15.3.3).
    if (!isSuccess(removal) || removal.status === 202) return
    if (read && tellsItsEnd(was, await scene.read(thing))) return
    if (read) await isGone(scene, read, { thing }, 'status 404 or 410 after a DELETE')
    for (const view of views) await isUnlisted(scene, thing, view, listed.get(view))
    await isRefusedAfterwards(scene, thing)
    const wrong = await isUnchanged(scene, other, before)
    if (wrong) find(scene, 'removed-alone', remove, told('in another thing, ', wrong))
  },
}

/** True for what is kept, and says since the DELETE: `deleted: true` or `status: "cancelled"`. */
function tellsItsEnd(was: unknown, now: unknown): boolean {
  return Object.entries(Object(now)).some(([name, value]) => {
    const isNew = Boolean(value) && !isSameValue(value, Object(was)[name])
    return isNew && ENDED.test(typeof value === 'string' ? `${name} ${value}` : name)
  })
}

const ENDED = /((delet|remov|archiv|cancell?|clos|revok|terminat|end|disabl)ed|inactive)/i

/** Finds that a request succeeds, still after a while, though what it is about is gone. */
export async function isGone(
  scene: Scene,
  operation: Operation,
  call: ThingCall,
  expected = 'status 404 after a DELETE',
): Promise<void> {
  const status = await scene.lasting(async () => {
    const response = await scene.send(operation, call)
    return isAsMeant(operation, response) ? response.status : undefined
  })
  if (status === undefined) return
  find(scene, 'removed', operation, { expected, received: `status ${status}` })
}

/** The list, and exports of all things. */
export function wholeLists({ kit: { contract } }: Scene, resource: TestedResource): ListView[] {
  const own = listView(contract, resource)
  return [...(own === undefined ? [] : [own]), ...viewsBeside(contract, resource).filter(isOfAll)]
}

type Listed = Awaited<ReturnType<typeof listedIn>>

async function listedIn(scene: Scene, thing: Thing, view: ListView) {
  const { items, isWhole } = await fetchAll(scene, view, { thing })
  return { all: new Set(items.map((each) => identityOf(scene, thing.resource, each))), isWhole }
}

/** It is in the list no more, and all others are. */
async function isUnlisted(
  scene: Scene,
  thing: Thing,
  view: ListView,
  before: Listed | undefined,
): Promise<void> {
  const own = String(thing.identity)
  const wrong = await scene.lasting(async (): Promise<Wrong | undefined> => {
    const { all, isWhole } = await listedIn(scene, thing, view)
    if (all.has(own)) {
      const expected = `no thing with the identity ${shown(thing.identity)} in the list after a DELETE`
      return { expected, received: 'it is listed' }
    }
    const kept = before?.isWhole && isWhole ? [...before.all] : []
    const lost = kept.find((each) => each !== own && !all.has(each))
    if (lost === undefined) return undefined
    return { expected: `${lost} in the list after the DELETE of ${own}`, received: 'it is gone' }
  })
  if (wrong === undefined) return
  const check = wrong.received === 'it is gone' ? 'removed-alone' : 'removed'
  find(scene, check, view.operation, wrong)
}

/** Changes of what is gone: 404 where it is documented, but for those that may create. */
async function isRefusedAfterwards(scene: Scene, thing: Thing): Promise<void> {
  const { change, replace, remove } = thing.resource.operations as ResourceOperations
  for (const operation of [change, replace]) {
    if (operation === undefined || operation === creationOf(thing.resource)) continue
    if (!documents(operation, 404) || documents(operation, 201)) continue
    const body = operation === replace ? replacementOf(scene, thing) : undefined
    await isGone(scene, operation, { thing, body })
  }
  if (documents(remove, 404) && !isRelation(thing.resource)) await isGone(scene, remove, { thing })
  else await scene.send(remove, { thing })
  const tells = (each: number) => replace !== undefined && documents(replace, each)
  if (tells(201) && (tells(200) || tells(204))) await isMadeAgain(scene, thing)
}

/** RFC 9110, section 9.3.4: a PUT that makes something answers 201, one that replaces something does not. */
async function isMadeAgain(scene: Scene, thing: Thing): Promise<void> {
  const { replace, remove } = thing.resource.operations as ResourceOperations
  const call = { thing, body: replacementOf(scene, thing) }
  const made = await scene.send(replace, call)
  if (!isSuccess(made) || made.status === 202) return
  const again = await scene.send(replace, call)
  await scene.send(remove, { thing })
  const rows = [
    [made.status !== 201, 'status 201 for a PUT of what is not there', made],
    [again.status === 201, 'no status 201 for a PUT of what is there', again],
  ] as const
  for (const [isWrong, expected, { status }] of rows) {
    if (isWrong) find(scene, 'replaced', replace, { expected, received: `status ${status}` })
  }
}

/** With a thing, what is a part of it is gone, and what leads to it elsewhere. */
export const partsAreGone: Scenario = {
  what: 'a thing with parts is deleted',
  about: ({ operations: { create, replace, remove } }) => (create ?? replace) && remove,
  async play(scene, resource) {
    const { kit } = scene
    const remove = resource.operations.remove as Operation
    const leading = kit.contract.operations.flatMap((read) => {
      const key = keyLeading(kit.resources, read, resource)
      const isLast = shapeOf(read.path.replace(/[^}]*$/, '')) === key
      const isPart = read.method === 'GET' && read !== resource.operations.read
      const isAsked = isLast && isPart && documents(read, 404) && !REMEMBERING.test(read.path)
      return key !== undefined && isAsked ? { read, key } : []
    })
    if (leading.length === 0) return
    const thing = await scene.make(resource)
    const parts = kit.resources.filter(({ parent }) => parent === resource)
    for (const part of parts) await kit.things.make(scene, part, { parent: thing })
    for (const { parent, set } of kit.singles) {
      if (parent === resource) await scene.send(set, { thing })
    }
    const removal = await scene.send(remove, { thing })
    if (!isSuccess(removal) || removal.status === 202) return
    for (const { read, key } of leading) {
      const values = new Map([...thing.values, [key, thing.identity] as const])
      await isGone(
        scene,
        read,
        { thing: { values } },
        `status 404 after ${remove.method} ${remove.path}`,
      )
    }
  },
}

/** What may tell of things that are gone. */
const REMEMBERING =
  /(history|audits?|logs?|events|activity|activities|archives?|versions|revisions|trash)$/i
