/** What the judge of a service in production costs, at a share of 10 %: processor time of the server, side by side. */

import process from 'node:process'
import t from 'tap'
import { load } from '../../scripts/bench/serve/client.js'
import { ScriptProcess } from '../../scripts/bench/shared/script-process.js'
import { printSummary, summarize } from '../../scripts/bench/shared/summary.js'
import type { Question, Told } from './observe/serve.js'

const ROUNDS = Number(process.env.OBSERVE_ROUNDS ?? 15)
const SECONDS = 1
const INJECTED = 20_000

/** Rounds in which the judge uses up the second that it has at the start. */
const STARTING = 20

/** Most that a request may take with the judge, as a multiple of what it takes without. */
const MOST = 1.05

t.setTimeout(0)

t.test('the judge at 10 % takes at most a twentieth of a request', { timeout: 0 }, async (t) => {
  const server = new ScriptProcess<Question, Told>(new URL('./observe/serve.js', import.meta.url))
  t.teardown(() => server.stop())
  const { ports } = await server.answer()
  const path = '/books/6c8d7c84-3f3b-4d43-8c6d-1f4a7a6e0b7a'
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)

  const overSocket = async (app: number) => {
    const port = ports[app] as number
    const { requests } = await load({
      port,
      connections: 20,
      seconds: SECONDS,
      next: () => request,
    })
    return requests
  }
  const injected = async (app: number) => {
    await server.ask({ app, injected: INJECTED })
    return INJECTED
  }

  for (const [how, send] of Object.entries({ 'over a socket': overSocket, injected })) {
    await send(0)
    for (let round = 0; round < STARTING; round++) await send(1)
    const ratios: number[] = []
    const plain: number[] = []
    const seen = { requests: 0, judged: 0 }
    for (let round = 0; round < ROUNDS; round++) {
      // Who comes first changes, for what changes with time.
      const order = round % 2 === 0 ? [0, 1] : [1, 0]
      const costs: number[] = []
      for (const app of order) {
        const before = await server.ask({})
        const requests = await send(app)
        const after = await server.ask({})
        costs[app] = (after.used - before.used) / requests
        if (app === 1) seen.requests += requests
        seen.judged += after.judged - before.judged
      }
      const [without, withJudge] = costs as [number, number]
      plain.push(without)
      ratios.push(withJudge / without)
    }
    const share = ((100 * seen.judged) / seen.requests).toFixed(1)
    const figures = `${how}: ${printSummary(summarize(ratios), 3)} of ${summarize(plain).median.toFixed(1)} µs, ${share} % of the responses judged`
    t.comment(figures)
    if (how === 'over a socket') t.ok(summarize(ratios).median <= MOST, figures)
    t.ok(seen.judged > 0, figures)
  }
  t.equal((await server.ask({})).deviations, 0)
})
