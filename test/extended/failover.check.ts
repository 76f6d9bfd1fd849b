/**
 * Three servers behind a balancer, on a cluster of PostgreSQL whose primary is lost under load in several ways:
 * what was answered is there, what was not is 503 with `Retry-After`, and they go on by themselves.
 */

import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { randomFrom } from '#toolkit/samples/draw.js'
import { problemsOf } from '../store-contract/history.js'
import { Cluster } from './failover/cluster.js'
import type { ClusterNode } from './failover/cluster-node.js'
import { installCluster } from './failover/programs.js'
import { allRun, restart, startFleet } from './instances/fleet.js'
import type { Instance } from './instances/instance.js'
import { orSkip } from './registry.js'

/** Rounds, each with a loss of the primary, in turns of the kinds. */
const FAILOVERS = Number(process.env.FAILOVERS ?? 4)

/** Decides when it is lost, and when it comes back. */
const SEED = Number(process.env.SEED ?? 1)

/**
 * Looks, a twentieth of a second apart, until creates are answered again. Patroni was seen to take 71 s until the
 * new primary had a synchronous standby.
 */
const PATIENCE = 3_600

interface Loss {
  readonly what: string
  readonly lose: (node: ClusterNode) => Promise<void> | void
  readonly restore: (node: ClusterNode) => void
}

/** With `crash` the same node may be the primary again. */
const LOSSES: readonly Loss[] = [
  { what: 'killed', lose: (node) => node.kill(), restore: (node) => node.replace() },
  { what: 'frozen', lose: (node) => node.freeze(true), restore: (node) => node.freeze(false) },
  { what: 'crashed', lose: (node) => node.crash(), restore: () => {} },
  { what: 'stopped', lose: (node) => node.stop(), restore: (node) => node.replace() },
]

t.test('the primary of a cluster is lost under load', async (t) => {
  t.setTimeout(240_000 * (1 + FAILOVERS))
  const bin = await orSkip(t, installCluster())
  if (bin === undefined) return
  const cluster = await Cluster.start(bin)
  t.teardown(() => cluster.remove())
  let [last, longest] = [performance.now(), 0]
  const fleet = await startFleet(t, cluster.url, ({ status }) => {
    if (status !== 200) return
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  })
  const { instances, reader, callers } = fleet
  const { next: random } = randomFrom(SEED)

  /** True when a create is answered that is newer than this question. */
  const answers = () => {
    const since = performance.now()
    return until(async () => last > since)
  }
  for (let round = 0; round < FAILOVERS; round++) {
    const { what, lose, restore } = LOSSES[round % LOSSES.length] as Loss
    await wait(500 + 1_000 * random())
    const primary = await cluster.primary()
    longest = 0
    callers.answers.length = 0
    await lose(primary)
    await until(async () => what === 'crashed' || (await cluster.primary()) !== primary)
    const isBack = await answers()
    t.ok(isBack, `${what}: plants are created again, without a restart`)
    await wait(1_000 * random())
    restore(primary)
    await cluster.isWhole()
    await answers()
    t.comment(`no answer for ${Math.round(longest)} ms, ${callers.count(503)} refused meanwhile`)
    t.same(callers.wrong, [], 'what is refused is an Error of 503 with `Retry-After`')
    t.same(problemsOf(callers.recorder.history), [], 'no answer is wrong so far')
    await restart(t, instances[round % instances.length] as Instance)
  }
  await callers.end()

  t.same(callers.wrong, [])
  allRun(t, instances)
  const answered = await callers.judge(t, reader)
  t.ok(answered > callers.recorder.history.creates.length / 2, 'most creates are answered')
})

async function until(look: () => Promise<boolean>): Promise<boolean> {
  for (let count = 0; count < PATIENCE; count++) {
    if (await look()) return true
    await wait(50)
  }
  return false
}
