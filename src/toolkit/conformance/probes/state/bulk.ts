import { isObject } from '../../../openapi/json.js'
import type { Operation } from '../../document/contract.js'
import type { ReceivedResponse } from '../../exchange/response.js'
import { type BulkCreation, bulkCreationOf, resultsIn, thingIn } from '../../resources/bulk.js'
import { questionOf } from '../../resources/places.js'
import type { ResourceOperations, TestedResource } from '../../resources/resource.js'
import { changeOf, comparedBy, find, type Scenario } from '../../resources/scenario.js'
import { isSuccess, type Scene } from '../../resources/scene.js'
import { jsonOf } from '../../resources/thing.js'

/** Things that are made together. */
const COUNT = 3

/** What is made together has a result each, in their order where it is said, and can be read. */
export const allAreMade: Scenario = {
  what: 'several things are created together',
  about: ({ operations: { create, read } }) => read && create,
  async play(scene, resource) {
    const create = resource.operations.create as Operation
    const bulk = bulkCreationOf(scene.kit.contract, create)
    const sent = bulk && bodiesFor(scene, create)
    if (bulk === undefined || sent === undefined) return
    const { operation, name } = bulk
    const body = name === undefined ? sent : { [name]: sent }
    const schema = questionOf(scene.kit.contract, operation)
    if (schema === undefined || !scene.kit.things.maker.contents.isValid(schema, body)) return
    const response = await scene.send(operation, { body })
    const results = resultsIn(jsonOf(response))
    if (!isSuccess(response) || results === undefined) return
    if (results.length !== COUNT && says(bulk, /\beach\b|\bevery\b|\border\b/i)) {
      const expected = `${COUNT} results, one for each`
      return find(scene, 'bulk', operation, { expected, received: String(results.length) })
    }
    if (results.length === COUNT && says(bulk, /\border\b/i))
      isInOrder(scene, bulk, create, sent, results)
    await areKept(scene, resource, bulk, { sent, results, response })
  },
}

function says({ operation }: BulkCreation, words: RegExp): boolean {
  const { summary = '', description = '', responses } = operation
  return words.test([summary, description, ...responses.map((each) => each.description)].join(' '))
}

function bodiesFor(scene: Scene, create: Operation): readonly object[] | undefined {
  const { contents } = scene.kit.things.maker
  const first = scene.kit.things.body(create)
  if (first === undefined || !isObject(first.value)) return undefined
  const bodies: object[] = [first.value]
  while (bodies.length < COUNT) {
    const next = contents.varied(first.schema, bodies.at(-1)) ?? bodies.at(-1)
    bodies.push(contents.fresh(first.schema, next) as object)
  }
  return bodies
}

function isInOrder(
  scene: Scene,
  { operation }: BulkCreation,
  create: Operation,
  sent: readonly object[],
  results: readonly unknown[],
): void {
  const compared = comparedBy(scene, create, undefined)
  for (const [at, each] of sent.entries()) {
    const thing = thingIn(results[at], each)
    const wrong = thing && changeOf(compared, each, thing)
    if (!wrong) continue
    const expected = `result ${at} is of what was sent there: ${wrong.expected}`
    find(scene, 'bulk', operation, { expected, received: wrong.received })
    return
  }
}

interface Made {
  readonly sent: readonly object[]
  readonly results: readonly unknown[]
  readonly response: ReceivedResponse
}

/** Each thing that a result shows can be read. */
async function areKept(
  scene: Scene,
  resource: TestedResource,
  { operation }: BulkCreation,
  { sent: [first = {}], results, response }: Made,
): Promise<void> {
  const { read } = resource.operations as ResourceOperations
  const parent = scene.kit.things.known(resource.parent)
  for (const result of results) {
    const item = thingIn(result, first)
    const made = { item, sent: undefined, parent }
    const thing = item && scene.kit.things.maker.thingOf(resource, made, response)
    if (thing?.identity === undefined) continue
    const wrong = await scene.lasting(async () => {
      const { status } = await scene.send(read, { thing })
      if (status < 400) return undefined
      return {
        expected: 'each thing that a result shows can be read',
        received: `status ${status}`,
      }
    })
    if (wrong === undefined) continue
    find(scene, 'bulk', operation, wrong)
    return
  }
}
