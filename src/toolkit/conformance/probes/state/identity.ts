import { isObject, type JsonObject } from '../../../openapi/json.js'
import { questionOf } from '../../document/asked-place.js'
import type { Operation } from '../../document/contract.js'
import { isRefusal, isSuccess, type ReceivedResponse } from '../../exchange/response.js'
import { listView } from '../../resources/list-view.js'
import { chosenName, type ResourceOperations } from '../../resources/resource.js'
import { comparing, documents, find, type Scenario } from '../../resources/scenario.js'
import type { Scene } from '../../resources/scene.js'
import { itemOf, type Thing } from '../../resources/thing.js'
import { shown } from '../../values/shown.js'
import { replacementOf } from './changed.js'
import { answeredAsSent, isOf, listedOf } from './read-back.js'

/** True if the document says that the same request may be sent again. */
function isRetrySafe({ description = '', summary = '' }: Operation): boolean {
  return /\bretr(y|ies|ying)\b[^.]*\bsafe\b|\bsafe\b[^.]*\bretr(y|ies)\b|\bidempotent\b(?<!not idempotent)/i.test(
    `${summary} ${description}`,
  )
}

/** Two contents with one identity: the second is refused, and the first stays. */
export const identityIsUnique: Scenario = {
  what: 'two contents are created with one identity',
  about: ({ operations: { create } }) => create,
  async play(scene, resource) {
    const create = resource.operations.create as Operation
    const first = await scene.make(resource)
    const other = otherContent(scene, first)
    if (chosenName(scene.kit.contract, resource) === undefined || other === undefined) return
    const second = await scene.send(create, { thing: first, body: other })
    if (isSuccess(second)) {
      const told = `${create.method} ${create.path}: another content with the same identity`
      if (!documents(create, 409)) scene.kit.notes.add(`${told} answers ${second.status}`)
      else
        wrongStatus(scene, create, 'status 409 for another content with the same identity', second)
      return
    }
    if (second.status === 400 && documents(create, 409)) {
      wrongStatus(scene, create, 'status 409 for another content with the same identity', second)
    }
    if (!isRefusal(second)) return
    await isAsMade(scene, first)
    if (second.status === 409) await isNotForgotten(scene, first, other)
  },
}

/** Where nothing is read, a conflict is all that tells of what was made. */
const MANY = 30

/** What was a conflict is still one after other things were made. */
async function isNotForgotten(scene: Scene, first: Thing, other: JsonObject): Promise<void> {
  const { create, read } = first.resource.operations as Required<ResourceOperations>
  for (let n = 0; n < (read ? 1 : MANY); n++) await scene.make(first.resource)
  const later = await scene.send(create, { thing: first, body: other })
  if (!isSuccess(later)) return
  const expected = 'status 409 for another content with the same identity, as before'
  wrongStatus(scene, create, expected, later)
}

function wrongStatus(
  scene: Scene,
  create: Operation,
  expected: string,
  { status }: ReceivedResponse,
): void {
  find(scene, 'identity-unique', create, { expected, received: `status ${status}` })
}

/** Another content with the same identity. */
function otherContent(scene: Scene, { resource, sent }: Thing): JsonObject | undefined {
  const create = resource.operations.create as Operation
  const schema = scene.kit.things.maker.body(create)?.schema
  return schema === undefined ? undefined : scene.kit.things.maker.contents.varied(schema, sent)
}

/** The thing is as it was made: by what is read, or by a retry where nothing is. */
export async function isAsMade(scene: Scene, thing: Thing): Promise<void> {
  const { resource, sent } = thing
  const { create, read } = resource.operations as ResourceOperations
  if (read !== undefined) {
    const compared = comparing(scene, create, scene.kit.things.maker.placeOf(resource, read))
    const wrong = await scene.lasting(async () => compared(sent, await scene.read(thing)))
    if (wrong !== undefined) find(scene, 'refused-unchanged', read, wrong)
    return
  }
  await isListedAsMade(scene, thing)
  if (isRetrySafe(create)) await retryIsAnswered(scene, thing)
}

async function isListedAsMade(scene: Scene, thing: Thing): Promise<void> {
  const view = listView(scene.kit.contract, thing.resource)
  if (view === undefined || thing.identity === undefined) return
  const compared = comparing(scene, thing.resource.operations.create as Operation, view.place)
  const wrong = await scene.lasting(async () => {
    const [own] = (await listedOf(scene, thing, view)).own
    return own === undefined ? undefined : compared(thing.sent, own)
  })
  if (wrong !== undefined) find(scene, 'refused-unchanged', view.operation, wrong)
}

async function retryIsAnswered(
  scene: Scene,
  thing: Thing,
  { body = thing.sent, told = 'the same request again' } = {},
): Promise<void> {
  const { resource } = thing
  const create = resource.operations.create as Operation
  const again = await scene.send(create, { thing, body })
  if (isRefusal(again)) {
    const received = `status ${again.status}`
    find(scene, 'retry', create, { expected: `a success for ${told}`, received })
    return
  }
  const received = itemOf(again, scene.kit.things.maker.placeOf(resource, create))
  if (isSuccess(again)) answeredAsSent(scene, { ...thing, received })
}

/** The same request again makes no second thing of the same identity. */
export const retryMakesNoSecond: Scenario = {
  what: 'the same thing is created twice',
  about: ({ operations: { create } }) => create,
  async play(scene, resource) {
    const create = resource.operations.create as Operation
    const first = await scene.make(resource)
    if (chosenName(scene.kit.contract, resource) === undefined) {
      await naturalKeyIsUnique(scene, first)
      return
    }
    if (isRetrySafe(create)) await retriesAreAnswered(scene, first)
    else await scene.send(create, { thing: first, body: first.sent })
    await isNotListedTwice(scene, first)
  },
}

/** The members of an object have no order (RFC 8259, section 4). */
async function retriesAreAnswered(scene: Scene, thing: Thing): Promise<void> {
  await retryIsAnswered(scene, thing)
  if (scene.run.findings.length > 0 || !isObject(thing.sent)) return
  const body = Object.fromEntries(Object.entries(thing.sent).toReversed())
  await retryIsAnswered(scene, thing, { body, told: 'the same members in another order' })
}

async function isNotListedTwice(scene: Scene, thing: Thing): Promise<void> {
  const view = listView(scene.kit.contract, thing.resource)
  if (view === undefined || thing.identity === undefined) return
  const count = (await listedOf(scene, thing, view)).own.length
  if (count < 2) return
  const expected = `the identity ${shown(thing.identity)} once in the list`
  find(scene, 'identity-unique', view.operation, { expected, received: `${count} times` })
}

/** Members that no two things have in common, whoever makes their identities. */
export const NATURAL = /^(isbn|sku|slug|username|login|handle|email|uuid|guid)$/i

const TAKEN = /\b(taken|exists|in use|used|unique|duplicate)\b/i

/** A document with 409 for a creation means that something must not be there twice. */
async function naturalKeyIsUnique(scene: Scene, first: Thing): Promise<void> {
  const { resource, sent } = first
  const create = resource.operations.create as Operation
  const said = create.responses.find(({ status }) => status === '409')?.description ?? ''
  const words = TAKEN.test(said) ? said.toLowerCase().split(/\W+/) : []
  const isKey = (name: string) => NATURAL.test(name) || words.includes(name.toLowerCase())
  const key = Object.keys(Object(sent)).find(isKey)
  if (key === undefined || !documents(create, 409)) return
  const second = await scene.send(create, { thing: first, body: sent })
  const own = itemOf(second, scene.kit.things.maker.placeOf(resource, create))
  if (second.status === 409) await isKeptByOthers(scene, first, key)
  // A body that was valid before is valid again.
  if (second.status === 400 || (isSuccess(second) && !isOf(scene, first, own))) {
    wrongStatus(scene, create, `status 409 for the same ${key} again`, second)
  }
}

/** A change that takes the key of another thing makes two of one. */
async function isKeptByOthers(scene: Scene, first: Thing, key: string): Promise<void> {
  const { contract } = scene.kit
  const { replace, change } = first.resource.operations
  for (const operation of [replace, change]) {
    if (operation === undefined || !documents(operation, 409)) continue
    const thing = await scene.make(first.resource)
    const base = operation === replace ? replacementOf(scene, thing) : {}
    const body = { ...Object(base), [key]: Object(first.sent)[key] }
    if (!contract.verdicts.accepts(questionOf(contract, operation) ?? false, body)) continue
    const response = await scene.send(operation, { thing, body })
    if (!isSuccess(response)) continue
    const expected = `status 409 for the ${key} of another thing`
    find(scene, 'identity-unique', operation, { expected, received: `status ${response.status}` })
  }
}
