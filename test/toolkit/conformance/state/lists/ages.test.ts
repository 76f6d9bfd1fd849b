import t from 'tap'
import { ageOrders } from '#toolkit/conformance/probes/state/lists/ages.js'
import { listing } from '../faults.js'
import { type Fault, NAMED, namedWith, played } from '../small-world.js'

const date = { type: 'string', format: 'date' }

type Order = (items: object[]) => object[]
const newestFirst: Order = (items) => items.toReversed()
const oldestFirst: Order = (items) => items

const found = async (ofList: string, order: Order, asks: object = NAMED, more: object = {}) => {
  const fault: Fault = (asked, correct, world) => {
    if (asked.method !== 'POST') return listing(order)(asked, correct, world)
    const reply = correct()
    return { ...reply, body: { ...Object(reply.body), ...more } }
  }
  return (await played({ asks, ofList }, fault, [ageOrders])).told
}

const SAID: readonly [wrong: string, right: Order, other: Order, ...said: string[]][] = [
  [
    'sort: the newest first | what is older before it',
    ...([newestFirst, oldestFirst] as const),
    ...['Newest first.', 'The most recent is first.', 'In reverse chronological order.'],
  ],
  [
    'sort: the oldest first | what is newer before it',
    ...([oldestFirst, newestFirst] as const),
    ...['The oldest is first.', 'All things, oldest first.', 'In chronological order.'],
  ],
]

t.test('a list is in the order that its description says', async (t) => {
  for (const [wrong, right, other, ...all] of SAID)
    for (const said of all) {
      t.same(await found(said, right), [], said)
      t.same(await found(said, other), [wrong], said)
    }
})

t.test('what may mean something else is not judged', async (t) => {
  for (const said of [
    'All.',
    'The newest.',
    'Newest first, or oldest first if asked so.',
    'The newest edition first.',
  ]) {
    t.same(await found(said, oldestFirst), [], said)
    t.same(await found(said, newestFirst), [], said)
  }
  const made = namedWith({ made: { ...date, readOnly: true } }, [])
  const today = { made: '2026-01-01' }
  t.same(await found('Newest first.', oldestFirst, made, today), [], 'all are of one day')
  const wrong = ['sort: the newest first | what is older before it']
  t.same(await found('Newest first.', oldestFirst, made), wrong, 'none has the day')
  const printed = namedWith({ printed: date })
  const dayOf = (item: object) => String(Object(item).printed ?? '')
  const byDay: Order = (items) => items.toSorted((a, b) => dayOf(b).localeCompare(dayOf(a)))
  t.same(await found('Newest first.', byDay, printed), [], 'a day that clients set')
})
