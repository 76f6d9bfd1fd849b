import { HttpRefusal, type Violation } from 'fastify-contract'
import t from 'tap'
import { type AnyHandlers, contractOf, serveContract } from '../../../helpers/serve-document.js'

const ID = '{ type: integer, format: int64 }'
const contract = await contractOf(
  t,
  `
openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /things/{id}/{kind}:
    post:
      operationId: post
      parameters:
        - { name: id, in: path, required: true, schema: ${ID} }
        - { name: kind, in: path, required: true, schema: { enum: [a, b] } }
        - { name: limit, in: query, schema: { type: integer } }
        - { name: once, in: query, schema: { type: string } }
        - { name: needed, in: query, required: true, schema: { type: string } }
        - { name: encoded, in: query, required: true, schema: { type: string } }
        - { name: a/b~c, in: query, style: deepObject, schema: { type: object, properties: { n: { type: array, items: ${ID} } } } }
        - { name: X-Y, in: header, required: true, schema: { type: boolean } }
        - { name: sid, in: cookie, schema: { type: string, minLength: 3 } }
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string }, id: ${ID} } } } }
      responses: { '204': { description: Done. } }
  /none:
    get: { operationId: none, responses: { '204': { description: Done. } } }
  /keyed:
    get: { operationId: keyed, security: [{ key: [] }, { other: [] }, {}], responses: { '204': { description: Done. } } }
  /whole:
    get:
      operationId: whole
      parameters:
        - { name: q, in: query, style: form, schema: { type: object, additionalProperties: { type: string } } }
      responses: { '204': { description: Done. } }
components:
  securitySchemes:
    key: { type: apiKey, in: query, name: api_key }
    other: { type: apiKey, in: header, name: X-Key }
    unused: { type: apiKey, in: query, name: unused }
`,
)

const handlers: AnyHandlers = {
  post: () => ({ status: 204 }),
  keyed: () => ({ status: 204 }),
  none: () => ({ status: 204 }),
  whole: () => ({ status: 204 }),
}

const anyone = { authenticate: async () => 'someone' }
const security = { key: anyone, other: anyone }
const json = { 'content-type': 'application/json' }

t.test('all violations of a request are reported together', async (t) => {
  const app = await serveContract(t, contract, { handlers, security })
  const found: (readonly Violation[])[] = []
  app.addHook('onError', async (_request, _reply, error: unknown) => {
    if (error instanceof HttpRefusal) found.push(error.violations)
  })
  const response = await app.inject({
    method: 'POST',
    url: '/things/x/c?limit=a&once=1&once=2&encoded=%ff&a/b~c[n][]=1&a/b~c[n][]=y',
    headers: { ...json, 'x-y': 'yes', cookie: 'sid=1' },
    payload: '{"id":1.5}',
  })
  t.equal(response.statusCode, 400)
  t.same(found, [
    [
      { place: 'path.id', pointer: '', keyword: 'type', message: 'must be int64' },
      {
        place: 'path.kind',
        pointer: '',
        keyword: 'enum',
        message: 'must be equal to one of the allowed values: "a", "b"',
      },
      {
        place: 'query.once',
        pointer: '',
        keyword: 'duplicate',
        message: 'must be given once: it is one value, and no list',
      },
      {
        place: 'query.encoded',
        pointer: '',
        keyword: 'encoding',
        message: 'must be percent-encoded UTF-8',
      },
      { place: 'query.needed', pointer: '', keyword: 'required', message: 'is required' },
      { place: 'query.limit', pointer: '', keyword: 'type', message: 'must be integer' },
      { place: 'query.a/b~c', pointer: '/n/1', keyword: 'type', message: 'must be int64' },
      { place: 'header.x-y', pointer: '', keyword: 'type', message: 'must be boolean' },
      {
        place: 'cookie.sid',
        pointer: '',
        keyword: 'minLength',
        message: 'must NOT have fewer than 3 characters',
      },
      {
        place: 'body',
        pointer: '',
        keyword: 'required',
        message: "must have required property 'name'",
      },
      { place: 'body', pointer: '/id', keyword: 'type', message: 'must be int64' },
    ],
  ])
  t.equal(
    response.json().message,
    `The request breaks the contract: ${(found[0] ?? [])
      .map(({ place, pointer, message }) => `${place}${pointer} ${message}`)
      .join('; ')}.`,
  )
})

t.test('a missing body is reported with the other violations', async (t) => {
  const app = await serveContract(t, contract, { handlers, security })
  const found: (readonly Violation[])[] = []
  app.addHook('onError', async (_request, _reply, error: unknown) => {
    if (error instanceof HttpRefusal) found.push(error.violations)
  })
  const post = (url: string, headers: Record<string, string>) => {
    return app.inject({ method: 'POST', url, headers })
  }
  const both = await post('/things/x/a?needed=1&encoded=1', { ...json, 'x-y': 'true' })
  t.equal(both.statusCode, 400)
  t.same(both.json(), {
    error: 40002,
    message: 'The request breaks the contract: path.id must be int64; body is required.',
  })
  const alone = await post(GOOD, { 'x-y': 'true' })
  t.same(alone.json(), { error: 40003, message: 'The request body is missing.' })
  const missing = { place: 'body', pointer: '', keyword: 'required', message: 'is required' }
  t.match(found, [[{ place: 'path.id' }, missing], [missing]])
})

const GOOD = '/things/1/a?needed=1&encoded=1'

t.test('unknown query parameters can be refused', async (t) => {
  const refusing = await serveContract(t, contract, {
    handlers,
    security,
    unknownQuery: 'refuse',
  })
  const ignoring = await serveContract(t, contract, {
    handlers,
    security,
    unknownQuery: 'ignore',
  })
  const table: [url: string, method: 'GET' | 'POST', message?: string][] = [
    [GOOD, 'POST'],
    [`${GOOD}&a/b~c[n]=1`, 'POST'],
    [`${GOOD}&x=1&y&x=2`, 'POST', 'query.x is no parameter of this operation; query.y is no'],
    [`${GOOD}&limit[a]=1`, 'POST', 'query.limit[a] is no parameter of this operation.'],
    ['/none', 'GET'],
    ['/none?', 'GET'],
    ['/none?x', 'GET', 'query.x is no parameter of this operation.'],
    [`/none?${'x'.repeat(500)}`, 'GET', `query.${'x'.repeat(100)} is no parameter`],
    ['/whole?x=1', 'GET'],
    ['/keyed?api_key=1', 'GET'],
    ['/keyed?X-Key=1', 'GET', 'query.X-Key is no parameter of this operation.'],
    ['/keyed?unused=1', 'GET', 'query.unused is no parameter of this operation.'],
  ]
  for (const [url, method, message] of table) {
    const request =
      method === 'GET'
        ? { method, url }
        : { method, url, headers: { ...json, 'x-y': 'true' }, payload: '{"name":"a"}' }
    t.equal((await ignoring.inject(request)).statusCode, 204, url)
    const response = await refusing.inject(request)
    t.equal(response.statusCode, message === undefined ? 204 : 400, `${url} ${response.body}`)
    if (message !== undefined) t.match(response.json().message, `: ${message}`)
  }
})

t.test('a hostile query is answered', async (t) => {
  const app = await serveContract(t, contract, { handlers, security, unknownQuery: 'refuse' })
  const many = (count: number, pair: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => pair(index)).join('&')
  const table: [query: string, status: number][] = [
    [many(10_000, (index) => `x${index}=1`), 400],
    [many(10_001, () => 'limit=1'), 400],
    [many(9_000, () => 'limit=1'), 400],
    [many(9_000, (index) => `a/b~c[n][]=${index}`), 204],
    [many(9_000, (index) => `a/b~c[n][${9_000 - index}]=${index}`), 204],
    [many(9_000, (index) => `a/b~c[${'['.repeat(index % 9)}]=1`), 400],
    [`a/b~c${'[x]'.repeat(100_000)}=1`, 400],
    [`limit=${'%41'.repeat(100_000)}`, 400],
    [`limit=${'9'.repeat(300_000)}`, 400],
  ]
  for (const [query, status] of table) {
    const response = await app.inject({
      method: 'POST',
      url: `${GOOD}&${query}`,
      headers: { ...json, 'x-y': 'true' },
      payload: '{"name":"a"}',
    })
    t.equal(response.statusCode, status, `${query.slice(0, 50)} ${response.body.slice(0, 200)}`)
    t.ok(response.body.length < 50_000)
  }
})

t.test('wrong values of unknownQuery are refused', async (t) => {
  const wrong = { handlers, security, unknownQuery: 'drop' as 'refuse' }
  await t.rejects(serveContract(t, contract, wrong), {
    name: 'TypeError',
    message: "T: unknownQuery is 'ignore' or 'refuse'",
  })
})
