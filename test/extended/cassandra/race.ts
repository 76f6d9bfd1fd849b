import type { Test } from 'tap'
import { cassandra } from '../../../src/store/cassandra.js'
import { problemsOf } from '../../store-contract/history.js'
import { Recorder } from '../../store-contract/recorder.js'
import { type Cluster, clientOf } from './cluster.js'

const IDS = Array.from({ length: 100 }, (_, n) => BigInt(n))

/** Two plants for each id, each sent to a coordinator of its own at the same time. */
export async function race(t: Test, { nodes }: Cluster): Promise<void> {
  const stores = nodes.slice(0, 2).map(({ address }) => {
    return cassandra(clientOf(address), { keyspace: 'race' })
  })
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
