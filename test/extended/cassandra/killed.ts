import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import type { Test } from 'tap'
import { cassandra } from '../../../src/store/cassandra.js'
import { openStore } from '../../../src/store/open.js'
import type { PlantStore } from '../../../src/store/store.js'
import { token } from '../../server/helpers.js'
import { launch } from '../../server/process.js'
import { changedStore } from '../../store/changed-store.js'
import { problemsOf } from '../../store-contract/history.js'
import { Callers } from '../load/callers.js'
import { type Cluster, clientOf } from './cluster.js'

/** Nodes that are killed, one after the other; `CASSANDRA_KILLS=10` takes five minutes. */
const KILLS = Number(process.env.CASSANDRA_KILLS ?? 1)

const CLIENTS = 24

/** Milliseconds between calls of a client. */
const PAUSE = 100

/**
 * Kills a node under load and starts it again, lets two hang until the server refuses, and then reads everything
 * back.
 */
export async function killUnderLoad(t: Test, cluster: Cluster): Promise<void> {
  const url = cluster.url('killed')
  const careful = openStore(url)
  const hasty = cassandra(clientOf(), { keyspace: 'killed', retryTime: 0 })
  t.teardown(() => Promise.all([careful.close(), hasty.close()]))
  await Promise.all([careful.ready(), hasty.ready()])
  const env = { BEARER_TOKENS: token, STORE_URL: url, LOG_LEVEL: 'fatal' }
  const { base } = await launch(t, env, t.testdir({}))
  let done = 0
  const callers = new Callers()
  const { recorder } = callers
  const stores = [careful, hasty, callers.server(base)]
  callers.begin(CLIENTS, async (plant, own) => {
    const store = stores[own % stores.length] as PlantStore
    if ((await recorder.create(store, plant)) !== undefined) done += 1
    if (own % 6 === 0) await recorder.get(careful, plant.id)
    // The node that starts needs a processor, too.
    await wait(PAUSE)
  })
  const more = async (count: number) => {
    for (const goal = done + count; done < goal; ) await wait(20)
  }
  try {
    await more(200)
    for (let kill = 0; kill < KILLS; kill++) {
      const node = cluster.nodes[(kill + 2) % 3]
      await node?.kill()
      await more(200)
      t.comment(`${node?.address} is back after ${(await node?.start())?.toFixed(1)} s`)
      await more(200)
    }
    const hanging = cluster.nodes.slice(0, 2)
    for (const node of hanging) node.freeze(true)
    await callers.until(503, 1)
    for (const node of hanging) node.freeze(false)
    await more(200)
  } finally {
    await callers.end()
  }
  const { creates, reads } = recorder.history
  const ids = [...new Set(creates.map((each) => each.id))]
  // The nodes may have no processor for all reads at once.
  const patient = { keyspace: 'killed', maxInFlight: 16, retryTime: 120_000 }
  const reader = cassandra(clientOf(), patient)
  t.teardown(() => reader.close())
  const failures = new Set<string>()
  const get = (id: bigint) =>
    reader.get(id).catch((error) => {
      failures.add(error.message)
      throw error
    })
  const told = changedStore(reader, { get })
  await Promise.all(ids.map((id) => recorder.get(told, id)))
  const count = recorder.history.reads.length - reads.length
  t.same([[...failures], count], [[], ids.length], 'all are read')
  t.same(problemsOf(recorder.history), [])
  t.same(callers.wrong, [], 'what is not done is answered 503 with Retry-After')
  t.comment(`answers 503 with Retry-After: ${callers.count(503)}`)
  const lost = creates.filter(({ outcome }) => outcome === 'lost').length
  t.comment(
    `${creates.length} creates, ${lost} of them without an answer, mostly of a store that repeats nothing`,
  )
}
