import t from 'tap'
import { ageOrders } from '#toolkit/conformance/probes/state/lists/said-order.js'
import { type Fault, NAMED, played } from '../small-world.js'

const date = { type: 'string', format: 'date' }
const DATED = { ...NAMED, properties: { ...NAMED.properties, printed: date } }
const DAYS = {
  ...NAMED,
  properties: { ...NAMED.properties, made: { ...date, readOnly: true } },
}

type Order = (items: unknown[]) => unknown[]
const newestFirst: Order = (items) => items.toReversed()
const oldestFirst: Order = (items) => items

const found = async (ofList: string, order: Order, asks: object = NAMED) => {
  const listed: Fault = ({ method, path }, _, { things }) =>
    method === 'GET' && path === '/things'
      ? { status: 200, body: order([...things.values()]) }
      : undefined
  return (await played({ asks, ofList }, listed, [ageOrders])).told
}

t.test('a list is in the order that its description says', async (t) => {
  for (const said of [
    'Newest first.',
    'The most recent is first.',
    'In reverse chronological order.',
  ]) {
    t.same(await found(said, newestFirst), [], said)
    t.same(
      await found(said, oldestFirst),
      ['sort: the newest first | what is older before it'],
      said,
    )
  }
  for (const said of [
    'The oldest is first.',
    'All things, oldest first.',
    'In chronological order.',
  ]) {
    t.same(await found(said, oldestFirst), [], said)
    t.same(
      await found(said, newestFirst),
      ['sort: the oldest first | what is newer before it'],
      said,
    )
  }
})

t.test('what may mean something else is not judged', async (t) => {
  const open = [
    'All.',
    'The newest.',
    'Newest first, or oldest first if asked so.',
    'The newest edition first.',
  ]
  for (const said of open) {
    t.same(await found(said, oldestFirst), [], said)
    t.same(await found(said, newestFirst), [], said)
  }
  t.same(await found('Newest first.', oldestFirst, DAYS), [], 'all are of one day')
})

t.test('a day that clients set may be what is meant', async (t) => {
  const byDay = (sign: number): Order => {
    const dayOf = (item: unknown) => String(Object(item).printed ?? '')
    return (items) => items.toSorted((one, other) => sign * dayOf(one).localeCompare(dayOf(other)))
  }
  t.same(await found('Newest first.', byDay(-1), { ...DATED, required: ['name', 'printed'] }), [])
})
