import t, { type Test } from 'tap'
import { checkId } from '../../../src/store/plant.js'
import { BatchRunner } from '../../../src/store/sqlite/batch.js'
import { PlantDatabase } from '../../../src/store/sqlite/database.js'
import { type ArgumentOf, type Methods, read, write } from '../../../src/store/sqlite/method.js'
import { methods } from '../../../src/store/sqlite/methods.js'
import type { StoreCallOptions } from '../../../src/store/store.js'
import { fern, newFile } from './helpers.js'

type Get = Methods['get']

/** The methods of the store, with another `get`, on a file of their own in this thread. */
function runner(t: Test, get: Get) {
  const database = new PlantDatabase({ path: newFile(t), busyTimeout: 0 })
  t.teardown(() => database.close())
  const batches = new BatchRunner(database, { ...methods, get })
  const count = () => database.reader.get<[bigint]>('select count(*) from plants')?.[0]
  return { batches, count }
}

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
      const reading: Get = read(checkId, (plants, id) => void plants[way](sql, id))
      const { batches, count } = runner(t, reading)
      const failure = {
        reason: `a read of the store may only select; declare it as a write: ${sql}`,
      }
      t.match(batches.run([get]), [failure], 'alone')
      t.match(batches.run([create, get]), [{ value: 'created' }, failure], 'in a transaction')
      t.equal(count(), 1n)
    })
  }
}

t.test('a read has nothing else to write with', async (t) => {
  const reading: Get = read(checkId, (plants, id) => {
    // @ts-expect-error -- the compiler refuses it too
    plants.run(insert, id)
    return undefined
  })
  const { batches, count } = runner(t, reading)
  t.match(batches.run([get]), [{ reason: /run is not a function/ }])
  const more = runner(
    t,
    read(checkId, (plants, id) => void plants.get(`select ?; ${insert}`, id)),
  )
  more.batches.run([get])
  t.same([count(), more.count()], [0n, 0n], 'of several statements the first is done')
})

t.test('a write that fails halfway leaves nothing, alone or beside others', async (t) => {
  const halfway: Get = write(checkId, (plants, id) => {
    plants.run(insert, id)
    throw new Error('halfway')
  })
  const { batches, count } = runner(t, halfway)
  t.match(batches.run([get]), [{ reason: 'halfway' }])
  t.equal(count(), 0n)
  t.match(batches.run([get, create, get]), [
    { reason: 'halfway' },
    { value: 'created' },
    { reason: 'halfway' },
  ])
  t.equal(count(), 1n)
})

t.test('rows come with exact integers and texts', async (t) => {
  const seen: unknown[] = []
  const reading: Get = read(checkId, (plants) => {
    seen.push(
      plants.all(
        "select ?, ?, null, cast('a' as blob) union all select 1, '', 2, ''",
        2n ** 60n,
        'a\0b',
      ),
    )
    return undefined
  })
  runner(t, reading).batches.run([get])
  t.same(seen, [
    [
      [2n ** 60n, 'a\0b', null, 'a'],
      [1n, '', 2n, ''],
    ],
  ])
})

type Counting = (options?: StoreCallOptions) => Promise<number>

// @ts-expect-error -- the options of a call are no argument that could be sent
export const sent: ArgumentOf<Counting> = {}
