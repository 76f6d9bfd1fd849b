import t from 'tap'
import { isRaw } from '#toolkit/conformance/exchange/request.js'
import type { Outcome } from '#toolkit/conformance/exchange/response.js'
import { validRequests } from '#toolkit/conformance/probes/valid-requests.js'
import { moreTime } from '#toolkit/conformance/run/more-time.js'
import type { TestTarget } from '#toolkit/conformance/target/test-target.js'
import { contractOf } from '../helpers/documents.js'
import { kitFor } from '../helpers/kit.js'

const LATE: Outcome = { failure: 'time', detail: 'it is late' }
const FINE: Outcome = { status: 200, headers: [], body: Buffer.alloc(0), ms: 1 }

const contract = contractOf('GET /a a | {200: null}')

/** A kit, and the times that its requests are given by a server that answers in a time of its own. */
function slow(needs: (count: number) => number, time = Number.POSITIVE_INFINITY) {
  const times: number[] = []
  const send: TestTarget['send'] = async (_, given) => {
    times.push(given)
    return given < needs(times.length) ? LATE : FINE
  }
  const target: TestTarget = {
    ...{ baseUrl: 'http://a', host: 'a', basePath: '', isWhole: true },
    ...{ send, sendRaw: async () => LATE },
    ...{ takesConnections: async () => true, close: async () => {} },
  }
  return { kit: kitFor(contract, target, { requestTime: 100, time }), times }
}

const [operation] = contract.operations
if (operation === undefined) throw new Error('no operation')

t.test('a response that is late is waited for before it is missed', async (t) => {
  for (const needs of [() => 400, (count: number) => (count === 1 ? 1e9 : 1)]) {
    const { kit, times } = slow(needs)
    await validRequests.run(kit, operation)
    t.same(kit.violations, [])
    t.ok(times.includes(400))
  }
})

t.test('a server that never answers is asked twice', async (t) => {
  const { kit, times } = slow(() => 1e9)
  const subject = { operation, pointer: operation.pointer, what: 'w' }
  const request = { method: 'GET', target: '/a', headers: [] }
  await kit.scenario(subject, async (run) => void (await run.send(request, operation)))
  t.match(kit.violations, [{ check: 'response-present', isFlaky: false }])
  t.equal(kit.violations.length, 1)
  t.same(times, [100, 400])
})

t.test('a server that may wait for more bytes is asked as usual', async (t) => {
  const { kit } = slow(() => 0)
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
  t.equal(moreTime(100, Number.POSITIVE_INFINITY), 400)
  t.equal(moreTime(100, 0), 20)
})
