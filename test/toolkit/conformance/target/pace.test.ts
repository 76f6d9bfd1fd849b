import { performance } from 'node:perf_hooks'
import t, { type Test } from 'tap'
import type { SentRequest } from '#toolkit/conformance/exchange/request.js'
import type { Outcome } from '#toolkit/conformance/exchange/response.js'
import { validRequests } from '#toolkit/conformance/probes/valid-requests.js'
import { NoTarget } from '#toolkit/conformance/target/no-target.js'
import { Pacing } from '#toolkit/conformance/target/pace.js'
import { tableOf } from '../../../helpers/rows.js'
import { contractOf } from '../helpers/documents.js'
import { kitFor } from '../helpers/kit.js'

const START = Date.parse('2026-01-01T00:00:00Z')

/** A clock that only waiting moves, and a server that answers with these texts, the last of them for ever. */
function paced(t: Test, rate: number, ...answers: readonly string[]) {
  let now = 0
  t.intercept(performance, 'now', { value: () => now })
  t.intercept(Date, 'now', { value: () => START + now })
  const pace = new Pacing(rate, async (ms) => (now += ms))
  const sent: number[] = []
  const send = async (_: SentRequest, time: number): Promise<Outcome> => {
    const [status, after] = (answers[sent.push(now) - 1] ?? answers.at(-1) ?? '').split(': ')
    if (status === 'hangs') now += time
    if (status === 'hangs') return { failure: 'time', detail: `no response in ${time} ms` }
    const headers = after === undefined ? [] : ([['Retry-After', after]] as const)
    return { status: Number(status), headers, body: Buffer.alloc(0), ms: 0 }
  }
  const target = Object.assign(new NoTarget('a:80'), { send })
  return { pace, sent, target, clock: () => now }
}

const GET: SentRequest = { method: 'GET', target: '/a', headers: [] }

// How many requests there are, with so many milliseconds left, the answers, and when they are sent.
for (const [name, rate, count, left, answers, times] of tableOf<
  [name: string, rate: number, count: number, left: number, answers: string[], times: number[]]
>(`
  as many are sent as are answered | 0 | 3 | 1000 | ['200'] | [0, 0, 0]
  two a second are half a second apart | 2 | 3 | 9000 | ['200'] | [0, 500, 1000]
  less than one a second is as good | 0.1 | 2 | 20000 | ['200'] | [0, 10000]
  what has its turn after the time is not sent | 2 | 4 | 1200 | ['200'] | [0, 500, 1000]
  a refusal without a time is not repeated | 0 | 1 | 9000 | ['429'] | [0]
  a refusal with seconds is repeated after them | 0 | 1 | 9000 | ['429: 2', '200'] | [0, 2000]
  a refusal with a date is repeated at it | 0 | 1 | 9000 | ['429: Thu, 01 Jan 2026 00:00:04 GMT', '200'] | [0, 4000]
  a time that is over is none | 0 | 1 | 9000 | ['429: Thu, 01 Jan 2026 00:00:00 GMT'] | [0]
  a time without a meaning is none | 0 | 1 | 9000 | ['429: soon'] | [0]
  nobody waits for longer than the run | 0 | 1 | 9000 | ['429: 60'] | [0]
  other refusals are answers | 0 | 1 | 9000 | ['503: 2'] | [0]
  where it never helps the wait is given up | 0 | 3 | 90000 | ['429: 1'] | [0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 8000, 8000]
  a request has no more time than the run | 0 | 2 | 3000 | [hangs] | [0]
`)) {
  t.test(`the pace of a run: ${name}`, async (t) => {
    const { pace, sent, target, clock } = paced(t, rate, ...answers)
    for (let n = 0; n < count; n++) await pace.send(target, GET, 5_000, () => left - clock())
    t.same(sent, times)
  })
}

t.test('a run waits as long as its server says, and finds nothing', async (t) => {
  const contract = contractOf('GET /a | {200: null}')
  const { pace, sent, target, clock } = paced(t, 0, '429: 7', '200')
  const kit = kitFor(contract, target as never, { pace, time: 60_000 })
  for (const operation of contract.operations) await validRequests.run(kit, operation)
  t.same([sent, clock()], [[0, 7000], 7000])
  t.same([kit.violations, [...kit.notes]], [[], []])
})
