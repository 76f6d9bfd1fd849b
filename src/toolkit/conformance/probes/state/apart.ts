import { isObject, type JsonObject } from '../../../openapi/json.js'
import type { Operation } from '../../document/contract.js'
import { isResponse, isSuccess, type Outcome } from '../../exchange/response.js'
import type { KnownBody } from '../../resources/contents.js'
import { comparing, find, type Scenario } from '../../resources/scenario.js'
import type { Scene } from '../../resources/scene.js'
import { identityIn, itemOf, type Thing } from '../../resources/thing.js'
import { shown } from '../../values/shown.js'
import { readBack } from './read-back.js'

/** What one request has is not in the response to the next one. */
export const sequenceIsApart: Scenario = {
  what: 'many things are created one after another',
  about: ({ operations }) => operations.create,
  async play(scene, resource) {
    const create = resource.operations.create as Operation
    let first: Thing | undefined
    for (let n = 0; n < 8; n++) {
      const full = contentOf(scene, create)
      if (full === undefined) return
      const thing = await scene.make(resource, { value: full.value })
      first ??= thing
      const place = scene.kit.things.maker.placeOf(resource, create)
      const compared = comparing(scene, create, place)
      const isEcho = compared(thing.sent, thing.received) === undefined
      // The first one is still there after the others.
      if (n === 7) await readBack(scene, first)
      const value = scene.kit.things.maker.contents.least(
        full.schema,
        contentOf(scene, create)?.value,
      )
      const other = await scene.make(resource, { value })
      if (n === 7) await readBack(scene, other)
      const stray = strayMember(thing.sent, other.sent, other.received)
      if (stray !== undefined) {
        const expected = `no ${stray} of the request before`
        const received = shown((other.received as JsonObject)[stray])
        find(scene, 'requests-apart', create, { expected, received })
      }
      if (!isEcho || !isObject(other.received)) continue
      const wrong = compared(other.sent, other.received)
      if (wrong !== undefined) find(scene, 'round-trip', create, wrong)
    }
  },
}

function contentOf(scene: Scene, create: Operation): KnownBody | undefined {
  const { things } = scene.kit
  const content = things.maker.body(create)
  if (content === undefined) return undefined
  return {
    ...content,
    value: things.maker.contents.varied(content.schema, content.value) ?? content.value,
  }
}

/** A text that only the request before had. */
function strayMember(before: unknown, sent: unknown, received: unknown): string | undefined {
  if (!isObject(before) || !isObject(sent) || !isObject(received)) return undefined
  return Object.keys(before).find(
    (name) =>
      !Object.hasOwn(sent, name) &&
      typeof before[name] === 'string' &&
      before[name].startsWith('kit') &&
      received[name] === before[name],
  )
}

/** Requests at once do not get each other's responses. */
const apartOf = (count: number, what: string): Scenario => ({
  what,
  about: ({ operations }) => operations.create,
  async play(scene, resource) {
    const create = resource.operations.create as Operation
    const { things } = scene.kit
    const parent = things.known(resource.parent)
    const contents = Array.from({ length: count }, () => contentOf(scene, create)?.value)
    if (contents[0] === undefined) return
    const place = things.maker.placeOf(resource, create)
    const wrongIn = (outcome: Outcome, content: unknown) => {
      const item = isResponse(outcome) && isSuccess(outcome) && itemOf(outcome, place)
      return isObject(item) ? comparing(scene, create, place)(content, item) : undefined
    }
    // What comes back as something else when it is alone, says nothing of requests at once.
    const alone = contentOf(scene, create)?.value
    const request = scene.written(create, { thing: parent, body: alone })
    if (wrongIn(await scene.run.send(request, create), alone)) return
    const requests = contents.map((body) => scene.written(create, { thing: parent, body }))
    const outcomes = await Promise.all(requests.map((each) => scene.run.send(each, create)))
    for (const [at, outcome] of outcomes.entries()) {
      const wrong = wrongIn(outcome, contents[at])
      if (wrong) return find(scene, 'requests-apart', create, wrong)
    }
    const made = outcomes.flatMap((each) => {
      const item = isResponse(each) && isSuccess(each) && itemOf(each, place)
      return identityIn(scene.kit.contract, resource, item) ?? []
    })
    const twice = made.find((each, at) => made.indexOf(each) < at)
    if (twice === undefined || made.length < count) return
    const expected = 'an identity for each thing that is made'
    find(scene, 'requests-apart', create, { expected, received: `${shown(twice)} twice` })
  },
})

/** A few, before the server has done much: it may be so slow that the run does not come to the many. */
export const fewAreApart = apartOf(4, 'four things are created at once')

export const onceIsApart = apartOf(16, 'sixteen things are created at once')
