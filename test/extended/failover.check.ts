import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import t from 'tap'
import { postgres } from '../../src/store/postgres.js'
import { problemsOf } from '../store-contract/history.js'
import { Recorder } from '../store-contract/recorder.js'
import { Cluster } from './failover/cluster.js'
import { installCluster } from './failover/programs.js'
import { orSkip } from './registry.js'

/** Primaries that are lost, in turns killed and frozen. */
const FAILOVERS = Number(process.env.FAILOVERS ?? 2)

/** Callers that create plants, some of them the same ones. */
const CALLERS = 24

/** Most milliseconds without an answered create that a caller may see. */
const LONGEST = 60_000

t.test('the primary of a cluster is lost under load', { timeout: 900_000 }, async (t) => {
  const bin = await orSkip(t, installCluster())
  if (bin === undefined) return
  const cluster = await Cluster.start(bin)
  t.teardown(() => cluster.remove())
  const pool = new pg.Pool({ connectionString: cluster.url, connectionTimeoutMillis: 2000 })
  const store = postgres(pool)
  t.teardown(() => store.close())
  await store.ready()
  const recorder = new Recorder()
  let next = 0
  let last = performance.now()
  let longest = 0
  let isOver = false
  const caller = async (own: number) => {
    while (!isOver) {
      const id = BigInt(Math.floor(next++ / 3))
      const outcome = await recorder.create(store, { id, name: `of ${own % 2}` })
      if (outcome === undefined) continue
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }
  }
  const callers = Array.from({ length: CALLERS }, (_, own) => caller(own))
  for (let round = 0; round < FAILOVERS; round++) {
    await wait(500 + ((round * 370) % 900))
    const primary = await cluster.primary()
    const isKilled = round % 2 === 0
    longest = 0
    if (isKilled) await primary.kill()
    else primary.freeze(true)
    const lostAt = performance.now()
    while (last < lostAt || (await cluster.primary()) === primary) {
      if (performance.now() > lostAt + LONGEST) break
      await wait(50)
    }
    await wait(1000)
    t.comment(`${isKilled ? 'killed' : 'frozen'}: no answer for ${Math.round(longest)} ms`)
    t.ok(longest < LONGEST, 'plants are created on the standby, without a restart')
    if (isKilled) primary.start()
    else primary.freeze(false)
    await cluster.isWhole()
  }
  isOver = true
  await Promise.all(callers)
  const { creates } = recorder.history
  for (const id of new Set(creates.map(({ id }) => id))) await recorder.get(store, id)
  t.same(problemsOf(recorder.history), [])
  const answered = creates.filter(({ outcome }) => outcome !== 'lost').length
  t.ok(answered > creates.length / 2, `${answered} of ${creates.length} creates were answered`)
})
