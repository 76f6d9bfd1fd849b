import { HttpRefusal, type Violation } from 'fastify-contract'
import t, { type Test } from 'tap'
import { rowsOf } from '../../../helpers/rows.js'
import type { Serving } from '../../../helpers/serve-document.js'
import { checkTalk } from '../../../helpers/talk.js'
import { contractIn, keeping } from '../keeping.js'

const ID = '{ type: integer, format: int64 }'
const contract = await contractIn(`
POST /things/{id}/{kind}:
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
  body: { type: object, required: [name], properties: { name: { type: string }, id: ${ID} } }
GET /none: {}
GET /keyed: { security: [{ key: [] }, { other: [] }, {}] }
GET /whole: { parameters: [{ name: q, in: query, style: form, schema: { type: object, additionalProperties: { type: string } } }] }
components:
  securitySchemes:
    key: { type: apiKey, in: query, name: api_key }
    other: { type: apiKey, in: header, name: X-Key }
    unused: { type: apiKey, in: query, name: unused }`)

const anyone = { authenticate: async () => 'someone' }
const json = { 'content-type': 'application/json', 'x-y': 'true' }
const GOOD = '/things/1/a?needed=1&encoded=1'
const good = (more = '') =>
  ({ method: 'POST', url: GOOD + more, headers: json, payload: '{"name":"a"}' }) as const

/** An app, and the violations of what it has refused. */
async function serving(t: Test, options: Serving = {}) {
  const { app } = await keeping(t, contract, {
    security: { key: anyone, other: anyone },
    ...options,
  })
  const found: (readonly Violation[])[] = []
  app.addHook('onError', async (_request, _reply, error: unknown) => {
    if (error instanceof HttpRefusal) found.push(error.violations)
  })
  return { app, found }
}

const VIOLATIONS = rowsOf(`
  path.id | | type | must be int64
  path.kind | | enum | must be equal to one of the allowed values: "a", "b"
  query.once | | duplicate | must be given once: it is one value, and no list
  query.encoded | | encoding | must be percent-encoded UTF-8
  query.needed | | required | is required
  query.limit | | type | must be integer
  query.a/b~c | /n/1 | type | must be int64
  header.x-y | | type | must be boolean
  cookie.sid | | minLength | must NOT have fewer than 3 characters
  body | | required | must have required property 'name'
  body | /id | type | must be int64
`)

t.test('all violations of a request are reported together', async (t) => {
  const { app, found } = await serving(t)
  const response = await app.inject({
    method: 'POST',
    url: '/things/x/c?limit=a&once=1&once=2&encoded=%ff&a/b~c[n][]=1&a/b~c[n][]=y',
    headers: { ...json, 'x-y': 'yes', cookie: 'sid=1' },
    payload: '{"id":1.5}',
  })
  t.equal(response.statusCode, 400)
  t.same(
    found[0]?.map(({ place, pointer, keyword, message }) => [place, pointer, keyword, message]),
    VIOLATIONS,
  )
  const told = VIOLATIONS.map(([place, pointer, , message]) => `${place}${pointer} ${message}`)
  t.equal(response.json().message, `The request breaks the contract: ${told.join('; ')}.`)
})

t.test('a missing body is reported with the other violations', async (t) => {
  const { app, found } = await serving(t)
  const post = (url: string) => app.inject({ method: 'POST', url, headers: json })
  t.match(await post('/things/x/a?needed=1&encoded=1'), {
    statusCode: 400,
    body: /"error":40002,"message":".*: path.id must be int64; body is required\."/,
  })
  t.same((await post(GOOD)).json(), { error: 40003, message: 'The request body is missing.' })
  const missing = { place: 'body', pointer: '', keyword: 'required', message: 'is required' }
  t.match(found, [[{ place: 'path.id' }, missing], [missing]])
})

t.test('unknown query parameters can be refused', async (t) => {
  const { app: refusing } = await serving(t, { unknownQuery: 'refuse' })
  const { app: ignoring } = await serving(t, { unknownQuery: 'ignore' })
  const taken = `
  POST ${GOOD} (x-y: true) {"name":"a"} || POST ${GOOD}&a/b~c[n]=1 (x-y: true) {"name":"a"} || GET /none || GET /none? || GET /whole?x=1 || GET /keyed?api_key=1 -> 204`
  await checkTalk(t, refusing).lines(taken)
  await checkTalk(t, ignoring).lines(taken)
  const refused = `
  POST ${GOOD}&x=1&y&x=2 (x-y: true) {"name":"a"} -> 40002 query.x is no parameter of this operation; query.y is no
  POST ${GOOD}&limit[a]=1 (x-y: true) {"name":"a"} -> 40002 query.limit[a] is no parameter of this operation.
  GET /none?x -> 40002 query.x is no parameter of this operation.
  GET /none?${'x'.repeat(500)} -> 40002 query.${'x'.repeat(100)} is no parameter
  GET /keyed?X-Key=1 -> 40002 query.X-Key is no parameter of this operation.
  GET /keyed?unused=1 -> 40002 query.unused is no parameter of this operation.`
  await checkTalk(t, refusing).lines(refused)
  await checkTalk(t, ignoring).lines(refused.replace(/->.*/g, '-> 204'))
})

t.test('a hostile query is answered', async (t) => {
  const { app } = await serving(t, { unknownQuery: 'refuse' })
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
    const { statusCode, body } = await app.inject(good(`&${query}`))
    t.equal(statusCode, status, `${query.slice(0, 50)} ${body.slice(0, 200)}`)
    t.ok(body.length < 50_000)
  }
})
