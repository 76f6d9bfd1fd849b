import t from 'tap'
import { type Operation, TestedContract } from '#toolkit/conformance/document/contract.js'
import { conform } from '#toolkit/conformance/index.js'
import {
  bodyPointer,
  canWrite,
  hasJsonBody,
  isAccepted,
  validParts,
} from '#toolkit/conformance/run/base-request.js'
import {
  ACCEPTED,
  ACCEPTED_OR_ABSENT,
  ANSWERED,
  type Expectation,
  REFUSED,
} from '#toolkit/conformance/run/expectation.js'
import { NoTarget } from '#toolkit/conformance/target/no-target.js'
import { documentOf as anyDocumentOf } from '../helpers/documents.js'
import { kitFor } from '../helpers/kit.js'
import { stubApp } from '../helpers/stub-app.js'
import { played } from '../state/small-world.js'

const OK = { 200: { description: 'd' } }
const documentOf = (responses: object, more: object = {}, path = '/a') =>
  anyDocumentOf({ [path]: { post: { operationId: 'a', responses, ...more } } })

/** Statuses that meet an expectation, of an operation that documents some. */
function met(
  expectation: Expectation,
  documented?: readonly string[],
  parameters: readonly object[] = [],
  more: object = {},
  path = '/a',
): number[] {
  const responses = Object.fromEntries(
    (documented ?? []).map((status) => [status, { description: 'd' }]),
  )
  const operation =
    documented &&
    new TestedContract(documentOf(responses, { parameters, ...more }, path)).operations[0]
  const all = [199, 200, 204, 302, 399, 400, 401, 404, 409, 410, 412, 422, 423, 428, 429, 499]
  return [...all, 500, 501, 502, 503].filter((status) =>
    expectation.isMet({ status, headers: [], body: Buffer.alloc(0), ms: 0 }, operation),
  )
}

const SUCCESS = [200, 204, 302, 399]
const ALL = [199, 200, 204, 302, 399, 400, 401, 404, 409, 410, 412, 422, 423, 428, 429, 499, 500]

t.test('what a response to a case must be', async (t) => {
  t.same(met(ACCEPTED), SUCCESS)
  t.same(met(ACCEPTED, ['200']), SUCCESS)
  t.same(met(ACCEPTED, ['201', '404', '409', '401']), [...SUCCESS, 404, 409])
  const requestBody = { content: { 'text/plain': {} } }
  t.same(met(ACCEPTED, ['200', '401'], [], { requestBody }), [...SUCCESS, 401], 'a login')
  const login = met(ACCEPTED, ['200'], [], { requestBody }, '/users/login')
  t.same(login, [...SUCCESS, 400, 401, 404, 422], 'a login of nobody')
  t.same(met(ACCEPTED, ['201', '503']), [...SUCCESS, 503])
  const ofState = [404, 409, 410, 412, 423, 428, 429, 503]
  const ofOthers = ofState.filter((status) => status !== 412)
  t.same(met(ACCEPTED, ['200', 'default']), [...SUCCESS, ...ofOthers])
  const precondition = [{ name: 'If-Match', in: 'header', schema: { type: 'string' } }]
  t.same(met(ACCEPTED, ['200', 'default'], precondition), [...SUCCESS, ...ofState])
  t.same(met(ACCEPTED, ['200', '4XX']), [...SUCCESS, ...ofState])
  t.same(met(ACCEPTED, ['200', '422']), SUCCESS)
  t.same(met(ACCEPTED, ['200', '400', '422']), [...SUCCESS, 422])
  t.same(met(ACCEPTED, ['400']), [...ALL, 501, 502, 503], 'no success is documented')
  t.same(met(ACCEPTED, ['302', '400']), SUCCESS)
  t.same(met(ACCEPTED_OR_ABSENT, ['200']), [...SUCCESS, 404])
  t.same(met(ACCEPTED_OR_ABSENT), [...SUCCESS, 404])
  t.same(
    met(REFUSED),
    ALL.filter((status) => status >= 400 && status < 500),
  )
  t.same(met(ANSWERED), [...ALL.filter((status) => status < 500), 501, 503])
})

const kitOf = (document: object) =>
  kitFor(new TestedContract(document), new NoTarget('example.com:80'), { requestTime: 0 })

t.test('what cannot be written is no case; another failure is one of the kit', async (t) => {
  const never = { required: true, content: { 'application/json': { schema: { not: {} } } } }
  const kit = kitOf(documentOf(OK, { requestBody: never }))
  const [operation] = kit.contract.operations
  if (operation === undefined) throw new Error('no operation')
  t.notOk(canWrite(kit, operation))
  t.ok(hasJsonBody(operation))
  t.equal(bodyPointer(operation), '#/paths/~1a/post/requestBody')
  const failing = { source: { valid: () => operation.path.at(9)?.at(1) ?? JSON.parse('{') } }
  t.throws(() => canWrite(failing as never, operation), { name: 'SyntaxError' })
  const subject = { operation, pointer: operation.pointer, what: 'w' }
  await t.rejects(
    kit.scenario(subject as never, async () => {
      throw new RangeError('of the kit')
    }),
    { name: 'RangeError' },
  )
  await kit.scenario(subject as never, async (run) => {
    await run.send({ method: 'POST', target: '/a', headers: [] }, operation)
  })
  const [check, expected] = ['response-present', 'a server that goes on']
  const received = 'the server takes no connection since then'
  const pointer = '#/paths/~1a/post'
  t.match(kit.violations, [{ check, pointer, expected, received, isFlaky: false }])
  t.equal(kit.violations.length, 1)
})

t.test('an operation without a body', async (t) => {
  const kit = kitOf(documentOf(OK))
  const [operation] = kit.contract.operations
  if (operation === undefined) throw new Error('no operation')
  t.ok(canWrite(kit, operation))
  t.notOk(hasJsonBody(operation))
  t.equal(bodyPointer(operation), '#/paths/~1a/post')
})

t.test('what a request has removed is made anew, for those made before, too', async (t) => {
  const id = { type: 'integer' }
  const asks = { type: 'object', required: ['id'], properties: { id } }
  const { kit, world } = await played({ asks, id, only: 'create read remove' }, undefined, [])
  const [get, remove] = ['GET', 'DELETE'].map((method) =>
    kit.contract.operations.find((each) => each.method === method),
  ) as [Operation, Operation]
  const early = validParts(kit, get)
  t.ok(await isAccepted(kit, remove))
  t.equal(world.things.size, 0)
  t.ok(await isAccepted(kit, get))
  t.equal(world.things.size, 1)
  t.match(await kit.peek(kit.written(early)), { status: 200 })
})

t.test('a recording has no server', async (t) => {
  const target = new NoTarget('example.com:80')
  const refused = { failure: 'refused', detail: 'a recording has no server' }
  t.same(await target.send(), refused)
  t.same(await target.sendRaw(), refused)
  t.equal(await target.close(), undefined)
  t.match(target, { baseUrl: '', host: 'example.com:80', basePath: '', isWhole: false })
})

t.test('a run that is ended reports what it has', async (t) => {
  const stop = new AbortController()
  const { app } = stubApp(() => {
    stop.abort()
    return { status: 500 }
  })
  const report = await conform({ document: documentOf(OK), target: app, signal: stop.signal })
  t.match(report, { isCut: true, isClean: false, violations: [{ check: 'no-server-error' }] })
})

t.test('a case that is not at its end when the run is ended sends nothing more', async (t) => {
  const stop = new AbortController()
  const { app, asked } = stubApp(() => {
    if (asked.length === 2) stop.abort()
    return { status: 500 }
  })
  const contract = new TestedContract(documentOf(OK))
  const kit = kitFor(contract, app, { signal: stop.signal })
  const [operation] = contract.operations as [Operation]
  const request = { method: 'POST', target: '/a', headers: [] }
  await kit.scenario({ operation, pointer: '#', what: 'three requests' }, async (run) => {
    for (let n = 0; n < 3; n++) await run.send(request, operation)
  })
  t.same(asked, ['POST /a', 'POST /a'])
  const found = { check: 'no-server-error', isFlaky: false }
  t.match(kit.violations, [found, found])
})

t.test('a run that shall fail fast ends at the first violation that is not known', async (t) => {
  const { app } = stubApp(() => ({ status: 500 }))
  const document = documentOf(OK)
  const first = await conform({ document, target: app, failFast: true })
  t.match(first, { isCut: true, violations: { length: 1 } })
  t.match(first.unproved[0], /^A violation was found; not done: /)
  const baseline = first.violations.map(({ key }) => key)
  const second = await conform({ document, target: app, failFast: true, baseline })
  t.ok(second.requests > first.requests)
})

t.test('a run whose time is up sends nothing more', async (t) => {
  const { app, asked } = stubApp(() => ({ status: 200 }))
  const progress: unknown[] = []
  const observer = { progress: (each: unknown) => void progress.push(each) }
  const report = await conform({ document: documentOf(OK), target: app, time: 0, observer })
  t.match(report, { isCut: true, isClean: false, requests: 0, violations: [] })
  t.same(report.coverage, [
    { operation: 'POST /a', operationId: 'a', documented: ['200'], seen: {}, tried: [] },
  ])
  t.same(progress, [])
  t.same(asked, [])
})
