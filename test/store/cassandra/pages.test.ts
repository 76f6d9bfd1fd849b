import t from 'tap'
import { cassandraPages } from '../../../src/store/cassandra/pages.js'
import type { CassandraRow } from '../../../src/store/cassandra.js'
import { fakeClient, responseError } from './fake-client.js'

/** A row as the driver has it: an int64 is an object. */
const row = (place: number, id: number): CassandraRow => ({
  place: { toString: () => `${place}` },
  id: { toString: () => `${id}` },
  name: `plant ${id}`,
  tag: null,
})

const idsOf = (plants: readonly { readonly id: bigint }[] = []) =>
  plants.map(({ id }) => Number(id))

t.test('plants of a cluster are read in the order of their tokens', async (t) => {
  const { client, sent } = fakeClient([[row(-5, 1), row(7, 2)], []])
  const pages = cassandraPages(client, { keyspace: 'garden', consistency: 'LOCAL_QUORUM' })
  t.same(await pages.read(), {
    plants: [
      { id: 1n, name: 'plant 1' },
      { id: 2n, name: 'plant 2' },
    ],
    last: 7n,
  })
  t.equal(await pages.read(7n), undefined)
  t.equal(await pages.read(2n ** 63n - 1n), undefined)
  t.match(sent, [
    {
      statement: /from "garden"\.plants\s+where token\(id\) >= \? limit 100$/,
      values: ['-9223372036854775808'],
      options: { consistency: 6, prepare: true },
    },
    { values: ['8'] },
  ])
  t.equal(await pages.close(), undefined, 'whatever the client does')
})

t.test('ids of one token are never parted by the end of a page', async (t) => {
  const rows = Array.from({ length: 98 }, (_, n) => row(n, n))
  const { client } = fakeClient([
    [...rows, row(98, 98), row(98, 99)],
    [row(98, 98), row(98, 99), row(98, 100)],
  ])
  const pages = cassandraPages(client, { keyspace: 'garden' })
  const first = await pages.read()
  t.same([idsOf(first?.plants).at(-1), first?.last], [97, 97n])
  const second = await pages.read(97n)
  t.same([idsOf(second?.plants), second?.last], [[98, 99, 100], 98n])
})

t.test('a cluster that cannot be read', async (t) => {
  const missing = fakeClient([], {})
  await t.rejects(cassandraPages(missing.client, { keyspace: 'garden' }).read(), {
    code: 'UNAVAILABLE',
    message: 'Cassandra cannot be used now: there is no table "plants" in the keyspace "garden"',
  })
  t.same(missing.made, [], 'nothing is made')
  const { client } = fakeClient([
    responseError(0x1000),
    [row(1, 1)],
    [{ ...row(1, 1), name: null }],
  ])
  const pages = cassandraPages(client, { keyspace: 'garden' })
  await t.rejects(pages.read(), { code: 'UNAVAILABLE' })
  t.same(idsOf((await pages.read())?.plants), [1], 'it may be read again')
  await t.rejects(pages.read(), { code: 'FAILED', message: /without a name: 1$/ })
})
