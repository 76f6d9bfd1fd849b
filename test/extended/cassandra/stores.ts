import type { Test } from 'tap'
import { ADDRESSES } from '../../../scripts/bench/shared/cassandra/settings.js'
import { each, methods, type QueryMethods } from '../../../src/store/cassandra/methods.js'
import { cassandra, storeOf } from '../../../src/store/cassandra.js'
import { checkId, type PlantStore } from '../../../src/store/store.js'
import { problemsOf } from '../../store-contract/history.js'
import { Recorder } from '../../store-contract/recorder.js'
import { type Cluster, clientOf } from './cluster.js'

const STORES = 3

/** Several stores make a keyspace and its table on all nodes at once, and then agree. */
export async function makeAtOnce(t: Test, cluster: Cluster): Promise<void> {
  const keyspace = 'made_at_once'
  const stores = ADDRESSES.flatMap((address) =>
    Array.from({ length: STORES }, () =>
      cassandra(clientOf(address), { keyspace, retryTime: 20_000 }),
    ),
  )
  t.teardown(() => Promise.all(stores.map((store) => store.close())))
  await Promise.all(stores.map((store) => store.ready()))
  const fern = { id: 1n, name: 'fern' }
  const outcomes = await Promise.all(stores.map((store) => store.create(fern)))
  const created = outcomes.filter((outcome) => outcome === 'created').length
  t.ok(created <= 1 && !outcomes.includes('conflict'), outcomes.join())
  t.same(
    await Promise.all(stores.map((store) => store.get(1n))),
    stores.map(() => fern),
  )
  const { rows } = await cluster.run('select schema_version from system.peers')
  t.equal(new Set(rows.map(({ schema_version }) => String(schema_version))).size, 1, 'one schema')
}

/** A method in the words of the README. */
const own = {
  ...methods,
  remove: each(checkId, async (table, id) => {
    const statement = `delete from ${table.name} where id = ? if exists`
    return (await table.transact(statement, id))['[applied]'] === true
  }),
} as QueryMethods

/** A method that the contract does not have yet. */
export async function addMethod(t: Test): Promise<void> {
  const store = storeOf(own, clientOf(), { keyspace: 'added' }) as PlantStore & {
    remove(id: bigint): Promise<boolean>
  }
  t.teardown(() => store.close())
  await store.create({ id: 1n, name: 'fern' })
  const removed = await Promise.all([1, 2, 3].map(() => store.remove(1n)))
  t.same(removed.sort(), [false, false, true])
  t.equal(await store.get(1n), undefined)
  t.equal(await store.create({ id: 1n, name: 'moss' }), 'created')
}

const IDS = Array.from({ length: 100 }, (_, n) => BigInt(n))

/** Two plants for each id, each sent to a coordinator of its own at the same time. */
export async function race(t: Test, { nodes }: Cluster): Promise<void> {
  const stores = nodes
    .slice(0, 2)
    .map(({ address }) => cassandra(clientOf(address), { keyspace: 'race' }))
  t.teardown(() => Promise.all(stores.map((store) => store.close())))
  await Promise.all(stores.map((store) => store.ready()))
  const recorder = new Recorder()
  const creates = IDS.flatMap((id) => {
    const calls = stores.map((store, n) => () => recorder.create(store, { id, name: `of ${n}` }))
    // The one that is asked first often loses.
    return (id % 2n === 0n ? calls : calls.toReversed()).map((call) => call())
  })
  await Promise.all(creates)
  await Promise.all(IDS.flatMap((id) => stores.map((store) => recorder.get(store, id))))
  t.same(problemsOf(recorder.history), [])
  const { creates: answered, reads } = recorder.history
  t.equal(reads.filter(({ found }) => found).length, 2 * IDS.length, 'all are read')
  const winners = [0, 1].map((n) => reads.filter(({ found }) => found?.name === `of ${n}`).length)
  const lost = answered.filter(({ outcome }) => outcome === 'lost').length
  t.comment(`wins: ${winners.map((wins) => wins / 2).join(' and ')}; without an answer: ${lost}`)
}
