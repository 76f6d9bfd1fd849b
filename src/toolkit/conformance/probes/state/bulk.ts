import { isObject, type JsonObject } from '../../../openapi/json.js'
import { questionOf } from '../../document/asked-place.js'
import type { Operation } from '../../document/contract.js'
import { type BulkCreation, bulkCreationOf, resultsIn, thingIn } from '../../resources/bulk.js'
import type { KnownBody } from '../../resources/contents.js'
import { listView } from '../../resources/list-view.js'
import type { TestedResource } from '../../resources/resource.js'
import { comparing, find, type Scenario, type Wrong } from '../../resources/scenario.js'
import { isSuccess, type Scene } from '../../resources/scene.js'
import { itemOf, jsonOf, type Thing } from '../../resources/thing.js'
import { told } from './changed.js'
import { makesNothing } from './makes-nothing.js'
import { isListedOnce } from './read-back.js'
import { spoiled } from './refused.js'

/** Things that are made together. */
const COUNT = 3

/** What is made together has a result each, in order where that is said, and is kept; of what is refused, nothing. */
export const allAreMade: Scenario = {
  what: 'several things are created together',
  about: ({ operations: { create, read, list } }) => (read ?? list) && create,
  async play(scene, resource) {
    const { contract, things } = scene.kit
    const create = resource.operations.create as Operation
    const bulk = bulkCreationOf(contract, create)
    const content = things.maker.body(create)
    if (bulk === undefined || content === undefined) return
    const parent = things.known(resource.parent)
    for (const sent of bodiesFor(scene, bulk, content)) {
      const response = await scene.send(bulk.operation, { thing: parent, body: within(bulk, sent) })
      if (!isSuccess(response)) continue
      const results = resultsIn(jsonOf(response))
      const items = results?.map((each) => shownBy(each, sent))
      if (items !== undefined) areToldOf(scene, bulk, create, { sent, items, response })
      const made = items?.flatMap(
        (item) =>
          (item && things.maker.thingOf(resource, { item, sent: undefined, parent }, response)) ??
          [],
      )
      await areKept(scene, bulk, made ?? [])
      await areRefusedTogether(scene, resource, bulk, content, sent)
      return
    }
  },
}

/** Bodies of different things: of each kind that there is, or of one. */
function bodiesFor(scene: Scene, bulk: BulkCreation, content: KnownBody): (readonly object[])[] {
  const { contents } = scene.kit.things.maker
  const { schema } = content
  const whole = questionOf(scene.kit.contract, bulk.operation)
  const kinds = contents.kinds(content).map(({ value }) => value)
  return [kinds, kinds.slice(0, 1)].flatMap((some) => {
    const all = some.slice(0, COUNT)
    while (all.length < COUNT) all.push(contents.varied(schema, all.at(-1)) ?? all.at(-1))
    const bodies = all.map((each) => contents.fresh(schema, each)).filter(isObject)
    const isValid = whole !== undefined && contents.isValid(whole, within(bulk, bodies))
    return bodies.length === COUNT && isValid ? [bodies] : []
  })
}

const within = ({ name }: BulkCreation, sent: readonly object[]) =>
  name === undefined ? sent : { [name]: sent }

/** The thing of which a result tells, whichever it is of those that were sent. */
const shownBy = (result: unknown, sent: readonly object[]) =>
  sent.map((each) => thingIn(result, each)).find((each) => each !== undefined)

const isOrdered = (bulk: BulkCreation) => says(bulk, /\border\b/i)

function says({ operation }: BulkCreation, words: RegExp): boolean {
  const { summary = '', description = '', responses } = operation
  return words.test([summary, description, ...responses.map((each) => each.description)].join(' '))
}

interface MadeTogether {
  readonly sent: readonly object[]
  readonly items: readonly (object | undefined)[]
  readonly response: Thing['response']
}

/** There is a result of each thing that was sent, in the same order where that is said. */
function areToldOf(
  scene: Scene,
  bulk: BulkCreation,
  create: Operation,
  { sent, items, response }: MadeTogether,
): void {
  const isTold = items.length > 0 && !items.includes(undefined)
  const isEach = says(bulk, /\beach\b|\bevery\b|\border\b/i)
  if (items.length !== COUNT && (isEach || (isTold && response.status === 201))) {
    const expected = `${COUNT} results, one for each`
    find(scene, 'bulk', bulk.operation, { expected, received: String(items.length) })
    return
  }
  if (items.length !== COUNT || !isTold) return
  const compared = comparing(scene, create, undefined)
  for (const [at, each] of sent.entries()) {
    const candidates = isOrdered(bulk) ? [items[at]] : items
    const wrongs = candidates.map((item) => compared(each, item))
    if (wrongs.includes(undefined)) continue
    const [{ expected, received }] = wrongs as [Wrong]
    const of = isOrdered(bulk) ? 'of what was sent there' : 'of something that was sent'
    find(scene, 'bulk', bulk.operation, {
      expected: `result ${at} is ${of}: ${expected}`,
      received,
    })
    return
  }
}

/** Each thing that a result shows has an identity of its own, can be read, and is in the list. */
async function areKept(
  scene: Scene,
  { operation }: BulkCreation,
  things: readonly Thing[],
): Promise<void> {
  const [first] = things
  if (first === undefined) return
  const identities = new Set(things.map(({ identity }) => String(identity)))
  if (identities.size < things.length) {
    const received = [...identities].join(', ')
    find(scene, 'bulk', operation, { expected: 'each result has its identity', received })
    return
  }
  for (const thing of things) {
    const wrong = await scene.lasting(() => isRead(scene, operation, thing))
    if (wrong !== undefined) return find(scene, 'bulk', operation, wrong)
  }
  const view = listView(scene.kit.contract, first.resource)
  if (view) await isListedOnce(scene, things.at(-1) as Thing, view)
}

async function isRead(
  scene: Scene,
  operation: Operation,
  thing: Thing,
): Promise<Wrong | undefined> {
  const { resource, received } = thing
  const { read, create } = resource.operations
  if (read === undefined) return undefined
  const response = await scene.send(read, { thing })
  if (response.status >= 400) {
    const expected = 'each thing that a result shows can be read'
    return { expected, received: `status ${response.status}` }
  }
  const place = scene.kit.things.maker.placeOf(resource, read)
  const compared = comparing(scene, create ?? operation, place)
  const wrong = compared(received, itemOf(response, place))
  return wrong && told('read after its result, ', wrong)
}

/** Where one thing is refused, none is made. */
async function areRefusedTogether(
  scene: Scene,
  resource: TestedResource,
  bulk: BulkCreation,
  { schema }: KnownBody,
  sent: readonly object[],
): Promise<void> {
  const view = listView(scene.kit.contract, resource)
  const { fresh } = scene.kit.source
  const [first, ...others] = sent.map((each) => fresh.of(schema, each) as object)
  const [wrong] = spoiled(scene, schema, first as JsonObject)
  if (view === undefined || wrong === undefined) return
  const body = within(bulk, [...others, wrong])
  await makesNothing(scene, resource, view, {
    operation: bulk.operation,
    body,
    made: others.length,
  })
}
