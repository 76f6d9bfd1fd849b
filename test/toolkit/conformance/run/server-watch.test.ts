import t from 'tap'
import type { SentRequest } from '#toolkit/conformance/exchange/request.js'
import type { Outcome } from '#toolkit/conformance/exchange/response.js'
import { unprovedBy } from '#toolkit/conformance/report/unproved.js'
import type { Kit } from '#toolkit/conformance/run/kit.js'
import type { TestTarget } from '#toolkit/conformance/target/test-target.js'
import { contractOf } from '../helpers/documents.js'
import { kitFor } from '../helpers/kit.js'

const FINE: Outcome = { status: 200, headers: [], body: Buffer.alloc(0), ms: 1 }
const CLOSED: Outcome = { failure: 'closed', detail: 'it closed' }
const REFUSED: Outcome = { failure: 'refused', detail: 'nothing listens' }

const contract = contractOf('GET /a a | {200: null}')

/** A kit, for a server that gives these outcomes one after the other, and the last of them for ever. */
function kitWith(outcomes: readonly Outcome[], isThere: boolean) {
  const sent: string[] = []
  const target: TestTarget = {
    ...{ baseUrl: 'http://a', host: 'a', basePath: '', isWhole: true },
    send: async (request) =>
      outcomes[Math.min(sent.push(request.target), outcomes.length) - 1] as Outcome,
    sendRaw: async () => CLOSED,
    takesConnections: async () => isThere,
    close: async () => {},
  }
  return { kit: kitFor(contract, target, { requestTime: 0 }), sent }
}

const [operation] = contract.operations
if (operation === undefined) throw new Error('no operation')

const runCases = async (kit: Kit, ...targets: string[]): Promise<void> => {
  for (const target of targets) {
    const request: SentRequest = { method: 'GET', target, headers: [] }
    const subject = { operation, pointer: '#/paths', what: `asks for ${target}` } as const
    await kit.scenario(subject, async (run) => void (await run.send(request, operation)))
  }
}

t.test('the case at which a server is gone is one violation, and the run ends', async (t) => {
  for (const outcomes of [
    // Its connection ended without a response.
    [FINE, CLOSED, REFUSED],
    // It was answered before the server ended.
    [FINE, FINE, REFUSED],
  ]) {
    const { kit, sent } = kitWith(outcomes, false)
    await runCases(kit, '/1', '/2', '/3', '/4')
    t.match(kit.violations, [
      {
        what: 'asks for /2',
        received: 'the server takes no connection since then',
        steps: [{ request: { target: '/2' } }],
        isFlaky: false,
      },
    ])
    t.equal(kit.violations.length, 1)
    t.equal(kit.isOver, true)
    t.notOk(sent.includes('/4'))
    t.match(unprovedBy(kit, ['paths']), [/^The server was gone; not done: paths\.$/])
  }
})

t.test('a server that takes other connections is not gone', async (t) => {
  const { kit, sent } = kitWith([FINE, CLOSED, FINE], true)
  await runCases(kit, '/1', '/2', '/3')
  t.match(kit.violations, [{ what: 'asks for /2', expected: 'a response', isFlaky: true }])
  t.equal(kit.isOver, false)
  t.same(sent, ['/1', '/2', '/2', '/2', '/3'])
})
