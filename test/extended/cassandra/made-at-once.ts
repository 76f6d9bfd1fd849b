import type { Test } from 'tap'
import { ADDRESSES } from '../../../scripts/bench/shared/cassandra/settings.js'
import { cassandra } from '../../../src/store/cassandra.js'
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
