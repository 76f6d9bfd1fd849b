import type { Operation, Parameter } from '../../document/contract.js'
import { isRefusal, isResponse, isSuccess, type ReceivedResponse } from '../../exchange/response.js'
import { parametersOf } from '../../requests/parts.js'
import type { TestedResource } from '../../resources/resource.js'
import { find, type Scenario } from '../../resources/scenario.js'
import type { Scene, ThingCall } from '../../resources/scene.js'
import { itemOf } from '../../resources/thing.js'

/** A key that says which requests are the same makes one thing, one after another and at once. */
export const keyMakesOneThing: Scenario = {
  what: 'a thing is created twice with one idempotency key',
  about: ({ operations: { create } }) => create && keyOf(create) && create,
  async play(scene, resource) {
    const create = resource.operations.create as Operation
    const { name, schema } = keyOf(create) as Parameter
    const { contract, things, source } = scene.kit
    const call = async (): Promise<ThingCall> => {
      const given = { thing: things.known(resource.parent), body: things.maker.body(create)?.value }
      const body = await things.maker.naming.free(scene, create, given)
      return { ...given, body, parameters: { [name]: source.fresh.uuid() } }
    }
    const [one, other, atOnce] = [await call(), await call(), await call()]
    if (!contract.verdicts.accepts(schema, one.parameters?.[name])) return
    const first = await scene.send(create, one)
    if (!isSuccess(first)) return
    const again = await scene.send(create, one)
    areOne(scene, resource, [first, again], 'again')
    if (isRefusal(again) && promisesResponse(create)) {
      const expected = `the response to the first request with its ${name}`
      find(scene, 'retry', create, { expected, received: `status ${again.status}` })
    }
    await otherBodyIsRefused(scene, create, one)
    await isOfOneUser(scene, resource, one, first)
    const another = await scene.send(create, other)
    const ids = [first, another].map((each) => identityOf(scene, resource, each))
    if (isSuccess(another) && ids[0] !== undefined && ids[0] === ids[1]) {
      const expected = `another thing for another ${name}`
      find(scene, 'retry', create, { expected, received: `${ids[0]} again` })
    }
    const requests = Array.from({ length: 4 }, () => scene.written(create, atOnce))
    const outcomes = await Promise.all(requests.map((each) => scene.run.send(each, create)))
    areOne(scene, resource, outcomes.filter(isResponse), 'at once')
  },
}

/** What the document says of the same key with another body. */
const OTHER_BODY =
  /\b(?:another|other|different|changed)\b[^.;]{0,40}\b(?:body|content|payload|request|parameters)\b[^.;]{0,60}\b(4\d\d)\b|\bsame\b[^.;]{0,60}\b(4\d\d) otherwise\b/i

/** The same, where a refusal says what it is for. */
const OTHER_USE = /\bkey\b.{0,60}\b(another|other|different|changed)\b/i

async function otherBodyIsRefused(scene: Scene, create: Operation, one: ThingCall): Promise<void> {
  const said = `${keyOf(create)?.description} ${create.description}`
  const refused = create.responses.find(
    ({ status, description = '' }) => /^4\d\d$/.test(status) && OTHER_USE.test(description),
  )
  const wanted = /4\d\d/.exec(OTHER_BODY.exec(said)?.[0] ?? '')?.[0] ?? refused?.status
  const content = scene.kit.things.maker.body(create)
  if (content === undefined) return
  const body = scene.kit.things.maker.contents.varied(content.schema, one.body)
  if (body === undefined) return
  const { status } = await scene.send(create, { ...one, body })
  if (wanted === undefined || String(status) === wanted || status >= 500) return
  const expected = `status ${wanted} for another body with the same key`
  find(scene, 'retry', create, { expected, received: `status ${status}` })
}

/** What one user has made is not the answer to another one. */
async function isOfOneUser(
  scene: Scene,
  resource: TestedResource,
  one: ThingCall,
  first: ReceivedResponse,
): Promise<void> {
  const { stranger, owners } = scene.kit
  const create = resource.operations.create as Operation
  const own = identityOf(scene, resource, first)
  if (stranger === undefined || !owners || own === undefined) return
  const response = await scene.send(create, { ...one, credentials: stranger })
  if (!isSuccess(response) || identityOf(scene, resource, response) !== own) return
  const expected = 'another thing for another user with the same key'
  find(scene, 'retry', create, { expected, received: `${own} again` })
}

/** The header of such a key, where the document says what it is for. */
function keyOf(operation: Operation): Parameter | undefined {
  const key = parametersOf(operation).find(
    (each) => each.in === 'header' && /^(x-)?idempotency-?key$/i.test(each.name),
  )
  const said = `${key?.description} ${operation.description}`
  return /\b(same|once|twice|again|retr\w+|repeat\w*|duplicat\w+)\b/i.test(said) ? key : undefined
}

/** True if the document says that whoever comes again gets the response of the first time. */
function promisesResponse(operation: Operation): boolean {
  const said = `${keyOf(operation)?.description} ${operation.description}`
  const response = '(?:response|result|answer)'
  return new RegExp(
    `\\b(?:same|first|original|stored) ${response}|\\b${response} (?:is|will be|stays) the same\\b`,
    'i',
  ).test(said)
}

/** Finds that successes with one key tell of several things. */
function areOne(
  scene: Scene,
  resource: TestedResource,
  responses: readonly ReceivedResponse[],
  when: string,
): void {
  const ids = responses.filter(isSuccess).flatMap((each) => identityOf(scene, resource, each) ?? [])
  const different = [...new Set(ids)]
  if (different.length < 2) return
  const create = resource.operations.create as Operation
  const expected = `one thing for one idempotency key, sent ${when}`
  find(scene, 'retry', create, { expected, received: different.join(' and ') })
}

function identityOf(
  scene: Scene,
  resource: TestedResource,
  response: ReceivedResponse,
): string | undefined {
  const { maker } = scene.kit.things
  const item = itemOf(response, maker.placeOf(resource, resource.operations.create as Operation))
  const parent = scene.kit.things.known(resource.parent)
  const identity = maker.thingOf(resource, { item, sent: undefined, parent }, response)?.identity
  return identity === undefined ? undefined : String(identity)
}
