import t, { type Test } from 'tap'
import { checkId } from '../../../src/store/common/plant.js'
import type { ArgumentOf } from '../../../src/store/common/store-call.js'
import { batchRunner } from '../../../src/store/sqlite/batch-runner.js'
import { PlantDatabase } from '../../../src/store/sqlite/database.js'
import {
  methods,
  type PlantReader,
  read,
  type StoreMethods,
  write,
} from '../../../src/store/sqlite/methods.js'
import type { StoreCallOptions } from '../../../src/store/store.js'
import { fern, newFile } from './helpers.js'

type Get = StoreMethods['get']

/** The methods of the store, with another `get`, on a file of their own in this thread. */
function runner(t: Test, get: Get) {
  const database = new PlantDatabase({ path: newFile(t), busyTimeout: 0 })
  t.teardown(() => database.close())
  const batches = batchRunner(database, { ...methods, get })
  const count = () => database.reader.get<[bigint]>('select count(*) from plants')?.[0]
  return { batches, count }
}

/** A `get` that uses the plants of a transaction that reads, and finds none. */
const reading = (use: (plants: PlantReader, id: bigint) => unknown): Get =>
  read(checkId, (plants, id) => void use(plants, id))

const create = { method: 'create', argument: fern(1) } as const
const get = { method: 'get', argument: 2n } as const
const insert = "insert into plants (id, name) values (?, 'Moss')"

const writing = [
  `${insert} returning name`,
  `with x as (select 1) ${insert} returning name`,
  'delete from plants where id < ? returning name',
  'pragma user_version = 5',
  '/* select */ drop table plants',
]

for (const sql of writing) {
  for (const way of ['get', 'all'] as const) {
    t.test(`a write that is declared as a read fails: ${way} ${sql}`, async (t) => {
      const { batches, count } = runner(
        t,
        reading((plants, id) => plants[way](sql, id)),
      )
      const failure = {
        reason: `a read of the store may only select; declare it as a write: ${sql}`,
      }
      t.match(batches([get]), [failure], 'alone')
      t.match(batches([create, get]), [{ value: 'created' }, failure], 'in a transaction')
      t.equal(count(), 1n)
    })
  }
}

t.test('a read cannot write', async (t) => {
  const { batches, count } = runner(
    t,
    // @ts-expect-error -- the compiler refuses it too
    reading((plants, id) => plants.run(insert, id)),
  )
  t.match(batches([get]), [{ reason: /run is not a function/ }])
  const more = runner(
    t,
    reading((plants, id) => plants.get(`select ?; ${insert}`, id)),
  )
  more.batches([get])
  t.same([count(), more.count()], [0n, 0n], 'of several statements the first is done')
})

t.test('a write that fails halfway stores nothing, alone or in a batch', async (t) => {
  const halfway: Get = write(checkId, (plants, id) => {
    plants.run(insert, id)
    throw new Error('halfway')
  })
  const { batches, count } = runner(t, halfway)
  t.match(batches([get]), [{ reason: 'halfway' }])
  t.equal(count(), 0n)
  t.match(batches([get, create, get]), [
    { reason: 'halfway' },
    { value: 'created' },
    { reason: 'halfway' },
  ])
  t.equal(count(), 1n)
})

t.test('rows come with exact integers and texts', async (t) => {
  const seen: unknown[] = []
  const sql = `select ?, cast(cast(? as text) as blob), null, cast('?' as blob)
    union all select 1, cast('' as blob), 2, cast('' as blob)`
  const look = reading((plants) => seen.push(plants.all(sql, 2n ** 60n, 'a\0b')))
  runner(t, look).batches([get])
  t.same(seen, [
    [
      [2n ** 60n, 'a\0b', null, '?'],
      [1n, '', 2n, ''],
    ],
  ])
})

const creates = (...ids: number[]) =>
  ids.map((id) => ({ method: 'create', argument: { ...fern(id), tag: `${id}` } }) as const)
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)
const outcomesOf = (results: readonly object[]) =>
  results.map((result) => ('value' in result ? result.value : result))

t.test('creates of a batch have the outcomes that they have one by one', async (t) => {
  const { batches, count } = runner(t, methods.get)
  const results = batches([...creates(1, 2, 1), { method: 'create', argument: fern(2) }])
  t.same(outcomesOf(results), ['created', 'created', 'unchanged', 'conflict'])
  t.equal(count(), 2n)
})

t.test('creates and reads of a batch run in order', async (t) => {
  const { batches } = runner(t, methods.get)
  const reads = (id: number) => ({ method: 'get', argument: BigInt(id) }) as const
  const calls = [reads(1), ...creates(...upTo(20)), reads(20), ...creates(20, 21), reads(21)]
  t.same(outcomesOf(batches(calls)), [
    undefined,
    ...Array(20).fill('created'),
    { ...fern(20), tag: '20' },
    'unchanged',
    'created',
    { ...fern(21), tag: '21' },
  ])
})

t.test('a text without a cast is refused: it would be a BLOB, or truncated', async (t) => {
  const count = 'select count(*) from plants where'
  const table: [sql: string, values: (bigint | string)[], reason: string][] = [
    [`${count} name = ?`, ['Fern'], `give a text as \`cast(? as text)\`: ${count} name = ?`],
    [`${count} id = cast(? as text) or tag = ?`, ['1', 'a'], 'give a text as'],
    [`${count} name = '?' or tag = ?`, ['a'], 'give a text as'],
    ['select name from plants', [], 'select a text as `cast(name as blob)`: select name from'],
  ]
  for (const [sql, values, reason] of table) {
    for (const way of ['get', 'all'] as const) {
      const { batches } = runner(
        t,
        reading((plants) => plants[way](sql, ...values)),
      )
      t.match(batches([create, get])[1], { reason }, `${way} ${sql}`)
    }
  }
  const found: unknown[] = []
  const sql = `${count} name = CAST( ?  as TEXT ) and id = ?`
  const look = reading((plants) => found.push(plants.get(sql, fern(1).name, 1n)))
  runner(t, look).batches([create, get])
  t.same(found, [[1n]])
})

type Counting = (options?: StoreCallOptions) => Promise<number>

// @ts-expect-error -- the options of a call are no argument that could be sent
export const sent: ArgumentOf<Counting> = {}
