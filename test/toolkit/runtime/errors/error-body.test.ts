import { Ajv2020 } from 'ajv/dist/2020.js'
import fastify, { type InjectOptions } from 'fastify'
import {
  answerError,
  bearer,
  type ErrorContent,
  errorDetails,
  errors,
  type MakeErrorBody,
  problemDetails,
  type Refusal,
  serve,
  serveErrors,
} from 'fastify-contract'
import t from 'tap'
import { parse } from '#toolkit/generator/load/source.js'
import { recordLog } from '../../../helpers/log.js'
import { refused } from '../../../helpers/refused.js'
import { contractOf, fixture, serveContract } from '../../../helpers/serve-document.js'

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
const authorization = 'Bearer good'
const json = { 'content-type': 'application/json' }

const write = (options: InjectOptions = {}): InjectOptions => ({
  method: 'PUT',
  url: '/things/7',
  payload: '{"n":1}',
  ...options,
  headers: { authorization, ...json, ...options.headers },
})

const body = (pointer: string, keyword: string) => ({ place: 'body', pointer, keyword })

const failing: [
  name: string,
  request: InjectOptions | string,
  code: number,
  errors?: Record<string, unknown>[],
][] = [
  ['no operation', '/api/nothing', 40400],
  ['another method', { method: 'PATCH', url: '/api/things/7' }, 40500],
  ['no credential', write({ headers: { authorization: '' } }), 40100],
  ['a bad credential', write({ headers: { authorization: 'Bearer bad' } }), 40101],
  ['another media type', write({ headers: { 'content-type': 'a/b' } }), 41500],
  ['a large body', write({ payload: `"${'x'.repeat(2000)}"` }), 41300],
  ['broken JSON', write({ payload: '{' }), 40001],
  [
    'no body',
    { method: 'PUT', url: '/things/7', headers: { authorization } },
    40003,
    [body('#', 'required')],
  ],
  [
    'a body that breaks its schema',
    write({ url: '/things/x?limit=y', payload: '{"n":"1","a b#/%\\"":2}' }),
    40002,
    [
      { place: 'path.id', pointer: '#', keyword: 'type' },
      { place: 'query.limit', pointer: '#', keyword: 'type' },
      body('#/n', 'type'),
      body('#/a%20b%23~1%25%22', 'type'),
    ],
  ],
  ['a handler that throws', write({ url: '/things/7?fail=throw' }), 50000],
  ['a handler that breaks the contract', write({ url: '/things/7?fail=undocumented' }), 50000],
  ['no handler', '/things/7', 50100],
]

const app = await serveContract(t, contract, {
  handlers,
  security,
  prefix: '/api',
  server: { bodyLimit: 1000 },
  errorBody: problemDetails,
})

for (const [name, request, code, violations] of failing) {
  t.test(`${name} is told as problem details`, async (t) => {
    const given = typeof request === 'string' ? { url: request } : request
    const response = await app.inject({
      ...given,
      url: `/api${given.url}`.replace('/api/api', '/api'),
    })
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
  const app = await serveContract(t, contract, { handlers, security, errorBody })
  await app.ready()
  // It has been tried at the start.
  told.length = 0
  const response = await app.inject(write({ payload: '{"n":"1"}' }))
  t.equal(response.statusCode, 400)
  t.equal(response.headers['content-type'], 'application/json; charset=utf-8')
  t.equal(response.body, '{"n":4611686018427387904}')
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

const broken: [name: string, make: () => unknown][] = [
  ['throws', fail],
  ['rejects', async () => fail()],
  ['returns nothing', () => undefined],
  ['returns no body', () => ({})],
  ['returns a function', () => ({ body: fail })],
  ['returns a circle', () => ({ body: circle })],
  ['returns a promise', async () => ({ body: 1 })],
  ['returns a promise as body', () => ({ body: Promise.resolve(1) })],
  ['returns no media type', () => ({ body: 1, contentType: 'a\r\nb: c' })],
  ['returns neither JSON nor a text', () => ({ body: {}, contentType: 'text/plain' })],
]

function fail(): never {
  throw new Error('secret')
}

for (const [name, make] of broken) {
  t.test(`a hook that ${name} does not reach the client`, async (t) => {
    const { logger, faults } = recordLog()
    const errorBody = make as MakeErrorBody
    const app = await serveContract(t, contract, {
      handlers,
      security,
      errorBody,
      server: { logger },
    })
    refused(t, await app.inject(write({ payload: '{' })), { error: 40001 })
    const message = 'errorBody failed; the standard Error is answered'
    t.match(faults(), [{ msg: message, err: { message: String } }])
  })
}

t.test('errorDetails has a member for each violation', async (t) => {
  const app = await serveContract(t, contract, { handlers, security, errorBody: errorDetails })
  const broken = await app.inject(write({ payload: '{"n":"x"}' }))
  t.match(broken.json(), {
    code: 40002,
    message: /body\/n must be/,
    details: [{ place: 'body', pointer: '/n', keyword: 'type', message: /^must be/ }],
  })
  const unknown = await app.inject(write({ headers: { authorization: '' } }))
  t.same(unknown.json(), { code: 40100, message: 'A credential is required.', details: [] })
})

t.test('errorBody sees what was thrown, and its cause', async (t) => {
  const seen: Error[] = []
  const errorBody = ({ error, message }: Refusal): ErrorContent => {
    seen.push(error)
    return { body: { message } }
  }
  const app = await serveContract(t, contract, { handlers, security, errorBody })
  await app.inject(write({ url: '/things/7?fail=throw' }))
  // Others are of the trial at the start.
  t.match(seen.slice(-1), [
    { name: 'ResponseError', cause: { name: 'TypeError', message: 'secret' } },
  ])
})

t.test('error bodies may be strings', async (t) => {
  const errorBody = ({ message }: Refusal): ErrorContent => {
    return { body: message, contentType: 'text/plain; charset=utf-8' }
  }
  const app = await serveContract(t, contract, { handlers, security, errorBody })
  const response = await app.inject(write({ headers: { authorization: '' } }))
  t.equal(response.headers['content-type'], 'text/plain; charset=utf-8')
  t.equal(response.body, errors.missingCredentials.message)
})

t.test('errorBody has to be a function', async (t) => {
  const options = { handlers, security, errorBody: {} as MakeErrorBody }
  t.throws(() => serve(contract, options), TypeError)
})

t.test('two contracts have their own error bodies', async (t) => {
  const app = fastify()
  t.teardown(() => app.close())
  await app.register(serve(contract, { handlers, security, errorBody: problemDetails }), {
    prefix: '/one',
  })
  await app.register(serve(contract, { handlers, security }), { prefix: '/two' })
  for (const method of ['PATCH', 'PUT'] as const) {
    const type = async (url: string) => {
      return (await app.inject({ method, url })).headers['content-type']
    }
    t.equal(await type('/one/things/7'), 'application/problem+json; charset=utf-8')
    t.equal(await type('/two/things/7'), 'application/json; charset=utf-8')
  }
})

t.test('an app has error bodies for errors before a route is found', async (t) => {
  const app = fastify({
    frameworkErrors: (error, request, reply) => {
      answerError(error, request, reply, problemDetails)
    },
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
  for (const [status, want] of [
    [422, 422],
    [599, 599],
    [200, 400],
    [600, 400],
    [400.5, 400],
  ] as const) {
    const errorBody: MakeErrorBody = () => ({ status, body: { a: 1 } })
    const app = await serveContract(t, contract, { handlers, security, errorBody })
    const response = await app.inject(write({ payload: '{"n":"1"}' }))
    t.equal(response.statusCode, want, String(status))
    t.match(response.json(), status === want ? { a: 1 } : { error: 40002 })
  }
})

t.test('errorBody may have headers beside those of the refusal', async (t) => {
  for (const [headers, want] of [
    [{ 'X-A': 'a', 'x-b': ['1', '2'], 'WWW-Authenticate': 'mine' }, { a: 1 }],
    [{ 'x a': 'a' }, { error: 40100 }],
    [{ 'x-a': 'a\n' }, { error: 40100 }],
  ] as const) {
    const errorBody = (): ErrorContent => ({ body: { a: 1 }, headers: headers as never })
    const app = await serveContract(t, contract, { handlers, security, errorBody })
    const response = await app.inject(write({ headers: { authorization: '' } }))
    t.equal(response.statusCode, 401)
    t.match(response.json(), want)
    t.match(response.headers['www-authenticate'], /^Bearer/)
    const isSent = 'a' in want
    t.equal(response.headers['x-a'], isSent ? 'a' : undefined)
    t.same(response.headers['x-b'], isSent ? ['1', '2'] : undefined)
  }
})
