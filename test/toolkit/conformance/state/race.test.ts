import t from 'tap'
import { creationsRace } from '#toolkit/conformance/probes/state/race.js'
import { type Fault, played } from './small-world.js'

const text = { type: 'string' }
const CHOSEN = { type: 'object', required: ['id'], properties: { id: text, name: text } }

/** What is found, and how many POSTs are sent beside the one that each run begins with. */
async function raced(fault?: Fault, asks: object = CHOSEN) {
  const { told, world } = await played({ asks }, fault, [creationsRace])
  return { told, posts: world.asks('POST').length - 1 }
}

t.test('an identity that is refused twice is created eight times at once', async (t) => {
  t.same(await raced(), { told: [], posts: 10 })
})

t.test('where one after another succeeds, all at once may', async (t) => {
  const taking: Fault = ({ method, body }, _, world) =>
    method === 'POST' && world.things.has(String(Object(body).id))
      ? { status: 201, body }
      : undefined
  t.same(await raced(taking), { told: [], posts: 2 })
})

t.test('the same content again is a retry, which may succeed', async (t) => {
  const asks = { ...CHOSEN, properties: { id: text, done: { type: 'boolean' } } }
  const retrying: Fault = ({ method, body }, correct, world) => {
    const known = method === 'POST' && world.things.get(String(Object(body).id))
    return known && Object(known).done === Object(body).done ? { status: 201, body } : correct()
  }
  t.same((await raced(retrying, asks)).told, [])
})

t.test('more than one winner is found', async (t) => {
  const counts = new Map<string, number>()
  const tiring: Fault = ({ method, body }) => {
    if (method !== 'POST') return undefined
    const { id } = Object(body)
    counts.set(id, (counts.get(id) ?? 0) + 1)
    return counts.get(id) === 2 ? { status: 409, body: {} } : { status: 201, body }
  }
  t.same((await raced(tiring)).told, ['race: one success for one identity | 7 of 8 succeeded'])
})
