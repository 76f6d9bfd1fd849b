import { Ajv2020 } from 'ajv/dist/2020.js'
import fastify from 'fastify'
import {
  answerError,
  bearer,
  type ErrorContent,
  errorDetails,
  type MakeErrorBody,
  problemDetails,
  type Refusal,
  serve,
  serveErrors,
} from 'fastify-contract'
import t from 'tap'
import { parse } from '#toolkit/generator/load/source.js'
import { recordLog } from '../../../helpers/log.js'
import {
  contractOf,
  fixture,
  type Serving,
  serveContract,
} from '../../../helpers/serve-document.js'
import { checkTalk, send } from '../../../helpers/talk.js'

// A document that declares problem+json for every error: whatever is answered keeps that schema.

const text = await fixture('problems.yaml')
const contract = await contractOf(t, text)
const document = parse('problems.yaml', text).value as {
  components: { schemas: { Problem: object } }
}

const isProblem = new Ajv2020({ strict: false, validateSchema: false }).compile(
  document.components.schemas.Problem,
)

const handlers = {
  write: ({ query }: { query: { fail?: string } }) => {
    if (query.fail === 'throw') throw new TypeError('secret')
    return { status: query.fail === 'undocumented' ? 201 : 204 }
  },
}

const security = { key: bearer(['good']) }
const HEADERS = '(authorization: Bearer good; content-type: application/json)'

/** A request that is in order, but for an end of its URL, its headers or its body. */
const write = (payload = '{"n":1}', end = '', headers = HEADERS) =>
  `PUT /things/7${end} ${headers} ${payload}`
const BROKEN = write('{"n":"1"}')

const place = (place: string, pointer: string, keyword = 'type') => ({ place, pointer, keyword })
const MANY = [place('path.id', '#'), place('query.limit', '#')].concat(
  place('body', '#/n'),
  place('body', '#/a%20b%23~1%25%22'),
)

/** Requests, the codes of their refusals, and the violations that are told. */
const FAILING: readonly (readonly [request: string, code: number, errors?: object[]])[] = [
  ['GET /nothing', 40400],
  ['PATCH /things/7', 40500],
  [write('{"n":1}', '', '(content-type: application/json)'), 40100],
  [write('{"n":1}', '', '(authorization: Bearer bad; content-type: application/json)'), 40101],
  [write('a', '', '(authorization: Bearer good; content-type: a/b)'), 41500],
  [write(`"${'x'.repeat(2000)}"`), 41300],
  [write('{'), 40001],
  ['PUT /things/7 (authorization: Bearer good)', 40003, [place('body', '#', 'required')]],
  [write('{"n":"1","a b#/%\\"":2}', '?limit=y').replace('/7', '/x'), 40002, MANY],
  [write('{"n":1}', '?fail=throw'), 50000],
  [write('{"n":1}', '?fail=undocumented'), 50000],
  ['GET /things/7', 50100],
]

const serving = (errorBody: unknown, more: Serving = {}) =>
  serveContract(t, contract, { handlers, security, errorBody: errorBody as MakeErrorBody, ...more })
const app = await serving(problemDetails, { prefix: '/api', server: { bodyLimit: 1000 } })

for (const [request, code, violations] of FAILING) {
  t.test(`${request.slice(0, 99)} is told as problem details`, async (t) => {
    const response = await send(app, request.replace(' /', ' /api/'))
    t.equal(response.headers['content-type'], 'application/problem+json; charset=utf-8')
    const problem = response.json()
    t.ok(isProblem(problem), JSON.stringify([problem, isProblem.errors]))
    t.match(problem, { type: 'about:blank', title: String, status: Math.floor(code / 100), code })
    t.equal(response.statusCode, problem.status)
    t.match(problem.detail, /^[A-Z].*\.$/)
    if (violations) t.match(problem.errors, violations)
    else t.notOk('errors' in problem)
    t.notMatch(response.body, /secret|TypeError/)
  })
}

t.test('errorBody gets the refusal', async (t) => {
  const told: Refusal[] = []
  const errorBody: MakeErrorBody = (refusal) => {
    told.push(refusal)
    return { body: { n: 2n ** 62n } }
  }
  const app = await serving(errorBody)
  await app.ready()
  // It has been tried at the start.
  told.length = 0
  const headers = '(content-type: application/json; charset=utf-8)'
  await checkTalk(t, app).lines(`${BROKEN} -> 400 ${headers} {"n":4611686018427387904}`)
  await app.inject({ method: 'PATCH', url: '/things/7' })
  const [first, second] = told as [Refusal, Refusal]
  t.match(first, {
    status: 400,
    code: 40002,
    message: 'The request breaks the contract: body/n must be integer.',
    violations: [{ place: 'body', pointer: '/n', keyword: 'type', message: 'must be integer' }],
    operation: { operationId: 'write', method: 'PUT' },
  })
  t.equal(first.request.method, 'PUT')
  t.match(second, { status: 405, code: 40500, violations: [], operation: undefined })
})

const circle: { own?: unknown } = {}
circle.own = circle

const failures: Record<string, () => unknown> = {
  throws: fail,
  rejects: async () => fail(),
  'returns nothing': () => undefined,
  'returns no body': () => ({}),
  'returns a function': () => ({ body: fail }),
  'returns a circle': () => ({ body: circle }),
  'returns a promise': async () => ({ body: 1 }),
  'returns a promise as body': () => ({ body: Promise.resolve(1) }),
  'returns no media type': () => ({ body: 1, contentType: 'a\r\nb: c' }),
  'returns neither JSON nor a text': () => ({ body: {}, contentType: 'text/plain' }),
}

function fail(): never {
  throw new Error('secret')
}

for (const [name, make] of Object.entries(failures)) {
  t.test(`a hook that ${name} does not reach the client`, async (t) => {
    const { logger, faults } = recordLog()
    const app = await serving(make, { server: { logger } })
    await checkTalk(t, app).lines(`${write('{')} -> 40001`)
    const msg = 'errorBody failed; the standard Error is answered'
    t.match(faults(), [{ msg, err: { message: String } }])
  })
}

t.test('errorDetails has a member for each violation', async (t) => {
  const app = await serving(errorDetails)
  const response = await send(app, write('{"n":"x"}'))
  t.match(response.json(), {
    code: 40002,
    message: /body\/n must be/,
    details: [{ place: 'body', pointer: '/n', keyword: 'type', message: /^must be/ }],
  })
  const unknown = '{"code":40100,"message":"A credential is required.","details":[]}'
  await checkTalk(t, app).lines(`PUT /things/7 -> 401 ${unknown}`)
})

t.test('errorBody sees what was thrown, and its cause', async (t) => {
  const seen: Error[] = []
  const errorBody = ({ error, message }: Refusal): ErrorContent => {
    seen.push(error)
    return { body: { message } }
  }
  const app = await serving(errorBody)
  await send(app, write('{"n":1}', '?fail=throw'))
  // Others are of the trial at the start.
  t.match(seen.slice(-1), [
    { name: 'ResponseError', cause: { name: 'TypeError', message: 'secret' } },
  ])
})

t.test('error bodies may be strings', async (t) => {
  const errorBody = ({ message }: Refusal): ErrorContent => ({
    body: message,
    contentType: 'text/plain; charset=utf-8',
  })
  const app = await serving(errorBody)
  const type = '(content-type: text/plain; charset=utf-8)'
  await checkTalk(t, app).lines(`PUT /things/7 -> 401 ${type} A credential is required.`)
})

t.test('two contracts have their own error bodies', async (t) => {
  const app = fastify()
  t.teardown(() => app.close())
  await app.register(serve(contract, { handlers, security, errorBody: problemDetails }), {
    prefix: '/one',
  })
  await app.register(serve(contract, { handlers, security }), { prefix: '/two' })
  await checkTalk(t, app).lines(`
  PATCH /one/things/7 -> 405 (content-type: application/problem+json; charset=utf-8)
  PUT /one/things/7 -> 401 (content-type: application/problem+json; charset=utf-8)
  PATCH /two/things/7 -> 40500
  PUT /two/things/7 -> 40100`)
})

t.test('an app has error bodies for errors before a route is found', async (t) => {
  const app = fastify({
    frameworkErrors: (error, request, reply) => answerError(error, request, reply, problemDetails),
  })
  t.teardown(() => app.close())
  serveErrors(app, problemDetails)
  app.get('/long/:id', fail)
  const urls = { '/%zz': 400, '/nothing': 404, '/long/1': 500, [`/long/${'1'.repeat(101)}`]: 414 }
  for (const [url, status] of Object.entries(urls)) {
    const response = await app.inject(url)
    t.equal(response.statusCode, status)
    t.ok(isProblem(response.json()), response.body)
  }
})

t.test('errorBody may have another status of an error', async (t) => {
  for (const status of [422, 599, 200, 600, 400.5]) {
    const app = await serving(() => ({ status, body: { a: 1 } }))
    const isTaken = [422, 599].includes(status)
    await checkTalk(t, app).lines(`${BROKEN} -> ${isTaken ? `${status} {"a":1}` : '40002'}`)
  }
})

t.test('errorBody may have headers beside those of the refusal', async (t) => {
  for (const [headers, want] of [
    [{ 'X-A': 'a', 'x-b': ['1', '2'], 'WWW-Authenticate': 'mine' }, { a: 1 }],
    [{ 'x a': 'a' }, { error: 40100 }],
    [{ 'x-a': 'a\n' }, { error: 40100 }],
  ] as const) {
    const errorBody = (): ErrorContent => ({ body: { a: 1 }, headers: headers as never })
    const app = await serving(errorBody)
    const response = await send(app, 'PUT /things/7')
    t.equal(response.statusCode, 401)
    t.match(response.json(), want)
    t.match(response.headers['www-authenticate'], /^Bearer/)
    const isSent = 'a' in want
    t.equal(response.headers['x-a'], isSent ? 'a' : undefined)
    t.same(response.headers['x-b'], isSent ? ['1', '2'] : undefined)
  }
})
