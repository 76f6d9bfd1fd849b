import { performance } from 'node:perf_hooks'
import t, { type Test } from 'tap'
import { isRaw, type RawRequest, type SentRequest } from '#toolkit/conformance/exchange/request.js'
import type { Outcome } from '#toolkit/conformance/exchange/response.js'
import { probesOf } from '#toolkit/conformance/probes/probes.js'
import { runInTurns } from '#toolkit/conformance/run/turns.js'
import { AppTarget } from '#toolkit/conformance/target/app-target.js'
import { kitFor } from '../helpers/kit.js'
import { CHOSEN, worldOf } from '../state/small-world.js'

const LEFT = 'The time was up before all that the run has made was removed.'

/** Milliseconds that a run of 10 seconds takes, on a clock that nothing moves but requests. */
async function timed(t: Test, answers: (count: number) => number) {
  let now = 1_000.25
  t.intercept(performance, 'now', { value: () => now })
  const { contract, world } = worldOf({ asks: CHOSEN })
  const app = new AppTarget(world.app)
  let count = 0
  const send = async (request: SentRequest | RawRequest, time: number): Promise<Outcome> => {
    count += 1
    const taken = answers(count)
    now += Math.min(taken, time)
    if (taken > time) return { failure: 'time', detail: `no response in ${time} ms` }
    return isRaw(request) ? { failure: 'closed', detail: '' } : app.send(request, 600_000)
  }
  const target = { ...ADDRESS, send, sendRaw: send, takesConnections: async () => true }
  const settings = { time: 10_000, requestTime: 5_000 }
  const kit = kitFor(contract, target as never, settings)
  await kit.prepare()
  await runInTurns(kit, probesOf('edges'), () => {})
  await kit.cleanUp()
  return { ms: now - 1_000.25, kit, count, left: world.things.size }
}

const ADDRESS = { baseUrl: 'http://a', host: 'a', basePath: '', isWhole: false }

t.test('a run ends in its time where a server is slow', async (t) => {
  const { ms, kit, left } = await timed(t, () => 300)
  t.ok(ms <= 14_000, `${ms} ms`)
  t.equal(left, 0)
  t.notOk(kit.notes.has(LEFT))
})

t.test('a run ends in its time where a server hangs from the start', async (t) => {
  const { ms, kit } = await timed(t, () => 1e9)
  t.ok(ms <= 14_000, `${ms} ms`)
  for (const { check, received } of kit.violations)
    t.match({ check, received }, { check: 'response-present', received: / in \d+ ms$/ })
})

t.test('a run ends in its time where a server hangs when it has many things', async (t) => {
  const { ms, kit, left } = await timed(t, (count) => (count < 250 ? 10 : 1e9))
  t.ok(ms <= 14_000, `${ms} ms`)
  t.ok(left > 32, `${left} things`)
  t.ok(kit.notes.has(LEFT))
})
