import t from 'tap'
import type { Operation } from '#toolkit/conformance/document/contract.js'
import { isRaw, type SentRequest } from '#toolkit/conformance/exchange/request.js'
import type { Outcome } from '#toolkit/conformance/exchange/response.js'
import { validRequests } from '#toolkit/conformance/probes/valid-requests.js'
import { unprovedBy } from '#toolkit/conformance/report/unproved.js'
import type { Kit } from '#toolkit/conformance/run/kit.js'
import { NoTarget } from '#toolkit/conformance/target/no-target.js'
import { contractOf } from '../helpers/documents.js'
import { kitFor } from '../helpers/kit.js'

const FINE = { status: 200, headers: [], body: Buffer.alloc(0), ms: 1 }
const LATE: Outcome = { failure: 'time', detail: 'it is late' }
const CLOSED: Outcome = { failure: 'closed', detail: 'it closed' }
const REFUSED: Outcome = { failure: 'refused', detail: 'nothing listens' }

const contract = contractOf('GET /a a | {200: null}')
const [operation] = contract.operations as [Operation]

/** A kit, and what a server was sent that answers so: each request, its number and the time that it is given. */
function kitWith(
  answer: (count: number, given: number) => Outcome,
  settings: Parameters<typeof kitFor>[2] = { requestTime: 0 },
  isThere = true,
) {
  const sent: string[] = []
  const times: number[] = []
  const send = async ({ target }: SentRequest, given: number) => {
    times.push(given)
    return answer(sent.push(target), given)
  }
  const others = { sendRaw: async () => LATE, takesConnections: async () => isThere }
  const target = Object.assign(new NoTarget('a:80'), { send, ...others, isWhole: true })
  return { kit: kitFor(contract, target as never, settings), sent, times }
}

async function runCases(kit: Kit, ...targets: string[]): Promise<void> {
  for (const target of targets) {
    const subject = { operation, pointer: '#/paths', what: `asks for ${target}` }
    const request = { method: 'GET', target, headers: [] }
    await kit.scenario(subject, async (run) => void (await run.send(request, operation)))
  }
}

/** These outcomes one after the other, and the last of them for ever. */
const inTurn = (outcomes: readonly Outcome[]) => (count: number) =>
  outcomes[Math.min(count, outcomes.length) - 1] as Outcome

t.test('the case at which a server is gone is one violation, and the run ends', async (t) => {
  for (const outcomes of [
    // Its connection ended without a response.
    [FINE, CLOSED, REFUSED],
    // It was answered before the server ended.
    [FINE, FINE, REFUSED],
  ]) {
    const { kit, sent } = kitWith(inTurn(outcomes), { requestTime: 0 }, false)
    await runCases(kit, '/1', '/2', '/3', '/4')
    const [what, received] = ['asks for /2', 'the server takes no connection since then']
    const steps = [{ request: { target: '/2' } }]
    t.match(kit.violations, [{ what, received, steps, isFlaky: false }])
    t.equal(kit.violations.length, 1)
    t.equal(kit.isOver, true)
    t.notOk(sent.includes('/4'))
    t.match(unprovedBy(kit, ['paths']), [/^The server was gone; not done: paths\.$/])
  }
})

t.test('a server that takes other connections is not gone', async (t) => {
  const { kit, sent } = kitWith(inTurn([FINE, CLOSED, FINE]))
  await runCases(kit, '/1', '/2', '/3')
  t.match(kit.violations, [{ what: 'asks for /2', expected: 'a response', isFlaky: true }])
  t.equal(kit.isOver, false)
  t.same(sent, ['/1', '/2', '/2', '/2', '/3'])
})

const needing = (time: (count: number) => number) =>
  kitWith((count, given) => (given < time(count) ? LATE : FINE), { requestTime: 100 })

t.test('a response that is late is waited for before it is missed', async (t) => {
  for (const time of [() => 400, (count: number) => (count === 1 ? 1e9 : 1)]) {
    const { kit, times } = needing(time)
    await validRequests.run(kit, operation)
    t.same(kit.violations, [])
    t.ok(times.includes(400))
  }
})

t.test('a server that never answers is asked twice', async (t) => {
  const { kit, times } = needing(() => 1e9)
  await runCases(kit, '/a')
  t.match(kit.violations, [{ check: 'response-present', isFlaky: false }])
  t.equal(kit.violations.length, 1)
  t.same(times, [100, 400])
})

t.test('a server that may wait for more bytes is asked as usual', async (t) => {
  const { kit } = needing(() => 0)
  let plays = 0
  await kit.scenario({ pointer: '#', what: 'w' }, async (run) => {
    plays += 1
    const outcome = await run.send({ bytes: Buffer.from('GET'), mayWait: true })
    t.notOk(isRaw(run.steps[0]?.request as never) && 'status' in outcome)
  })
  t.equal(plays, 1)
  t.same(kit.violations, [])
})

t.test('the second try takes no more time than the run has', async (t) => {
  const given = (time: number) => kitWith(() => FINE, { requestTime: 100, time }).kit.end.moreTime
  t.equal(given(Number.POSITIVE_INFINITY), 400)
  t.equal(given(0), 20)
})

t.test('a response that is late each time is a violation, where there is a limit', async (t) => {
  const found = async (responseTime: number | undefined, ...times: number[]) => {
    const { kit } = kitWith((count) => ({ ...FINE, ms: times[count - 1] ?? 0 }), { responseTime })
    await runCases(kit, '/a')
    return kit.violations.map(({ check, expected, received }) => [check, expected, received])
  }
  const late = ['response-time', 'a response in 100 ms', 'status 200 after 102 ms']
  t.same(await found(100, 101.5, 150, 130), [late])
  t.same(await found(undefined, 101.5, 150, 130), [])
  t.same(await found(100, 100, 100, 100), [])
  t.same(await found(100, 101.5, 150, 20), [], 'the machine was slow for a moment')
})

t.test('what a response breaks is of its own operation, whatever the case is about', async (t) => {
  const { kit } = kitWith(() => ({ ...FINE, status: 500 }))
  const two = contractOf('GET /a a | {200: null}\nPOST /b b | {200: null}')
  const [a, b] = two.operations as [Operation, Operation]
  const subject = { operation: b, pointer: '#/paths', what: 'makes a thing' }
  await kit.scenario(subject, async (run) => {
    await run.send({ method: 'GET', target: '/a', headers: [] }, a)
  })
  t.match(kit.violations, [{ check: 'no-server-error', operation: { operationId: 'a' } }])
})
