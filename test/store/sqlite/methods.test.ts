import t, { type Test } from 'tap'
import { checkId } from '../../../src/store/common/plant.js'
import { BatchRunner } from '../../../src/store/sqlite/batch-runner.js'
import { PlantDatabase } from '../../../src/store/sqlite/database.js'
import {
  type ArgumentOf,
  methods,
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

t.test('a read cannot write', async (t) => {
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

t.test('a write that fails halfway stores nothing, alone or in a batch', async (t) => {
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
        `select ?, cast(cast(? as text) as blob), null, cast('?' as blob)
        union all select 1, cast('' as blob), 2, cast('' as blob)`,
        2n ** 60n,
        'a\0b',
      ),
    )
    return undefined
  })
  runner(t, reading).batches.run([get])
  t.same(seen, [
    [
      [2n ** 60n, 'a\0b', null, '?'],
      [1n, '', 2n, ''],
    ],
  ])
})

t.test('the outcome of a create is that of the stored plant', async (t) => {
  const { batches } = runner(t, methods.get)
  const table: [tag: string | undefined, outcome: string][] = [
    ['shade', 'created'],
    ['shade', 'unchanged'],
    ['sun', 'conflict'],
    [undefined, 'conflict'],
  ]
  for (const [tag, value] of table) {
    const argument = { ...fern(1), ...(tag && { tag }) }
    t.same(batches.run([{ method: 'create', argument }]), [{ value }], `${tag} is ${value}`)
  }
  t.same(batches.run([{ ...get, argument: 1n }]), [{ value: { ...fern(1), tag: 'shade' } }])
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
      const reading: Get = read(checkId, (plants) => void plants[way](sql, ...values))
      const { batches } = runner(t, reading)
      t.match(batches.run([create, get])[1], { reason }, `${way} ${sql}`)
    }
  }
  const found: unknown[] = []
  const sql = `${count} name = CAST( ?  as TEXT ) and id = ?`
  const reading: Get = read(checkId, (plants) => void found.push(plants.get(sql, fern(1).name, 1n)))
  runner(t, reading).batches.run([create, get])
  t.same(found, [[1n]])
})

type Counting = (options?: StoreCallOptions) => Promise<number>

// @ts-expect-error -- the options of a call are no argument that could be sent
export const sent: ArgumentOf<Counting> = {}
