import t from 'tap'
import { cassandra } from '../../../src/store/cassandra.js'
import type { BatchReport } from '../../../src/store/store.js'
import { gate } from '../../helpers/gate.js'
import { APPLIED, fakeClient } from './fake-client.js'

const plant = (id: bigint, name = 'Fern') => ({ id, name })

/** A client whose transactions wait until they are let go. */
function held() {
  const { passed, open } = gate()
  const answer = () => passed.then(() => APPLIED)
  return { ...fakeClient(Array.from({ length: 99 }, () => answer)), letGo: open }
}

t.test('calls beyond the bound are refused at once', async (t) => {
  const { client, letGo } = held()
  const store = cassandra(client, { maxInFlight: 1, maxWaiting: 2 })
  await store.ready()
  const calls = [1n, 2n, 3n].map((id) => store.create(plant(id)))
  await t.rejects(store.create(plant(4n)), { code: 'BUSY' })
  letGo()
  t.same(await Promise.all(calls), ['created', 'created', 'created'])
  t.equal(await store.create(plant(4n)), 'created')
})

t.test('a call that is dropped before it begins does nothing', async (t) => {
  const { client, sent, letGo } = held()
  const store = cassandra(client, { maxInFlight: 1 })
  await store.ready()
  const controller = new AbortController()
  const first = store.create(plant(1n))
  const dropped = [2n, 1n].map((id) => store.create(plant(id, 'Moss'), controller))
  const reasons = Promise.allSettled(dropped)
  const reason = new Error('nobody waits')
  controller.abort(reason)
  letGo()
  t.equal(await first, 'created')
  t.same(await reasons, Array(2).fill({ status: 'rejected', reason }))
  await store.close()
  t.equal(sent.length, 1)
})

t.test('what runs is reported', async (t) => {
  const reports: BatchReport[] = []
  const { client } = fakeClient([APPLIED, APPLIED])
  const store = cassandra(client, { observe: (report) => reports.push(report) })
  await Promise.all([store.create(plant(1n)), store.create(plant(2n))])
  t.match(reports, Array(2).fill({ calls: 1, waiting: 0, milliseconds: Number }))
})

t.test('close waits for what runs and waits', async (t) => {
  const { client, letGo } = held()
  const store = cassandra(client, { maxInFlight: 1 })
  const calls = [1n, 2n].map((id) => store.create(plant(id)))
  const closed = store.close()
  letGo()
  await closed
  t.same(await Promise.all(calls), ['created', 'created'])
})
