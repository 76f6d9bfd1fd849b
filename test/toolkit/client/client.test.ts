import fastify from 'fastify'
import { bodySerializer, exactIntegers, injectFetch } from 'fastify-contract/client'
import createClient from 'openapi-fetch'
import t from 'tap'
import { contractOf, serveContract } from '../../helpers/serve-document.js'
import { CLIENT_DOCUMENT } from './document.js'

const LARGE = 2n ** 53n + 1n
const contract = await contractOf(t, CLIENT_DOCUMENT)
let result: object | undefined
const echo = ({ body }: { body?: unknown }) => result ?? { status: 200, body }
const app = await serveContract(t, contract, {
  handlers: {
    ...{ putValue: echo, sendText: echo, sendForm: echo, sendBytes: echo, sendParts: echo },
    getNumber: ({ query }: { query: { from?: bigint } }) =>
      result ?? { status: 200, body: query.from ?? 1n },
    removeText: () => ({ status: 204 }),
  },
})
app.get('/other', async () => ({ n: 1 }))

t.beforeEach(() => (result = undefined))

/** Without types: what the compiler says of calls is tested beside the generator. */
// biome-ignore lint/suspicious/noExplicitAny: any path
type AnyPaths = any

function clientOf(fetch: typeof globalThis.fetch, baseUrl = 'http://localhost/') {
  const client = createClient<AnyPaths>({ baseUrl, fetch, bodySerializer })
  client.use(exactIntegers(contract))
  return client
}

const values: object[] = [
  { n: LARGE },
  { n: 5n },
  { n: -(2n ** 63n), float: 5, list: [LARGE, 1n], pair: [LARGE, 7], none: null },
  { n: 1n, map: { a: LARGE }, named: { n1: LARGE }, none: LARGE },
  { n: 1n, inside: { n: LARGE, kind: { kind: 'exact', v: 7n } }, kind: { kind: 'near', v: 7 } },
]

t.test('int64s are exact both ways, in process and over HTTP', async (t) => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const clients = [
    clientOf(injectFetch(app)),
    clientOf(globalThis.fetch, `http://127.0.0.1:${port}`),
  ]
  for (const client of clients) {
    for (const body of values) {
      const path = { id: LARGE }
      const { data, response } = await client.PUT('/values/{id}', { params: { path }, body })
      t.equal(response.status, 200)
      t.strictSame(data, body)
    }
    const { data } = await client.GET('/numbers', { params: { query: { from: LARGE } } })
    t.equal(data, LARGE)
    t.strictSame((await client.GET('/numbers', {})).data, 1n)
  }
})

t.test('int64s of errors are exact, in an object and in a list', async (t) => {
  const client = clientOf(injectFetch(app))
  const call = { params: { path: { id: 1n } }, body: { n: 1n } }
  for (const [status, body] of [
    [409, { held: LARGE }],
    [422, [{ held: LARGE }, { held: 2n }]],
    [422, []],
  ] as const) {
    result = { status, body }
    const { data, error } = await client.PUT('/values/{id}', call)
    t.equal(data, undefined)
    t.strictSame(JSON.stringify(error, large), JSON.stringify(body, large))
  }
  const refused = await client.PUT('/values/{id}', { ...call, body: { n: 'x' } })
  t.match(refused.error, { error: 40002, message: /body\/n/ })
  t.equal(refused.response.status, 400)
})

const large = (_key: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)

t.test('texts, forms, bytes and parts are sent as they are', async (t) => {
  const client = clientOf(injectFetch(app))
  const text = { headers: { 'content-type': 'text/plain' }, parseAs: 'text' } as const
  t.equal((await client.POST('/text', { ...text, body: 'a "text"' })).data, 'a "text"')
  const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  const fields = await client.POST('/form', { ...form, body: { n: LARGE, s: 'a&b' } })
  t.strictSame(fields.data, { n: LARGE, s: 'a&b' })
  const lists = { list: ['a,b', 'c'], inside: { held: LARGE } }
  const nested = await client.POST('/form', { ...form, body: { ...lists, s: undefined } })
  t.strictSame(nested.data, lists)
  const bytes = {
    headers: { 'content-type': 'application/octet-stream' },
    parseAs: 'blob',
  } as const
  for (const body of [new Blob(['\0ÿ']), new TextEncoder().encode('\0ÿ')]) {
    const sent = await client.POST('/bytes', { ...bytes, body })
    t.equal(await (sent.data as unknown as Blob).text(), '\0ÿ')
  }
  const parts = new FormData()
  parts.set('title', 'fern')
  t.same((await client.POST('/parts', { body: parts })).data, { title: 'fern' })
})

t.test('a response without a body, one that is no JSON, and a route of the app pass', async (t) => {
  const client = clientOf(injectFetch(app))
  t.equal((await client.DELETE('/text', {})).response.status, 204)
  t.same((await client.GET('/other', {})).data, { n: 1 })
  t.equal((await client.HEAD('/numbers', {})).response.status, 200)
  const broken = clientOf(
    async () => new Response('{', { headers: { 'content-type': 'application/json' } }),
  )
  await t.rejects(broken.GET('/numbers', {}), { name: 'SyntaxError' })
})

t.test('a body that fetch has decoded keeps its value', async (t) => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const client = clientOf(async () => new Response(String(LARGE), { headers }))
  t.equal((await client.GET('/numbers', {})).data, LARGE)
})

t.test('injectFetch gives an app each part of a request', async (t) => {
  const app = fastify()
  t.teardown(() => app.close())
  app.all('/*', async (request, reply) => {
    reply.header('set-cookie', ['a=1', 'b=2'])
    const { method, url, headers, body } = request
    return { method, url, host: headers.host, own: headers['x-own'], body }
  })
  const fetch = injectFetch(app)
  const sent = await fetch('http://garden.example:81/a%20b?c=%2F', {
    method: 'POST',
    headers: { 'x-own': 'y', 'content-type': 'application/json' },
    body: '{"n":1}',
  })
  t.same(await sent.json(), {
    ...{ method: 'POST', url: '/a%20b?c=%2F', host: 'garden.example:81', own: 'y' },
    body: { n: 1 },
  })
  t.same(sent.headers.getSetCookie(), ['a=1', 'b=2'])
  const controller = new AbortController()
  controller.abort()
  await t.rejects(fetch('http://localhost/', { signal: controller.signal }), {
    name: 'AbortError',
  })
})
