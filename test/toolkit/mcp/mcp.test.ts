import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import fastify, { type FastifyInstance } from 'fastify'
import { apiKey, bearer, errors, HttpRefusal, serve } from 'fastify-contract'
import { type McpOptions, mcp } from 'fastify-contract/mcp'
import t, { type Test } from 'tap'
import { objectOf, rowsOf } from '../../helpers/rows.js'
import { contractOf } from '../../helpers/serve-document.js'
import { TOOL_DOCUMENT } from './document.js'

const LARGE = 2n ** 53n + 1n
const contract = await contractOf(t, TOOL_DOCUMENT)
const orders = new Map<bigint, object>()
let seen: unknown

const handlers = {
  createOrder({ body, headers }: { body: { id: bigint }; headers: object }) {
    seen = { headers }
    if (orders.has(body.id)) throw new HttpRefusal(errors.forbidden)
    orders.set(body.id, body)
    return { status: 201, body }
  },
  'orders.list': ({ query }: { query: object }) => {
    seen = query
    return { status: 200, body: [...orders.values()] }
  },
  getOrder: ({ params }: { params: { id: bigint } }) => ({
    status: 200,
    body: orders.get(params.id) ?? { id: params.id, part: { id: LARGE } },
  }),
  putPhoto: () => ({ status: 204 }),
  removeOrder: () => ({ status: 204 }),
  sendNote: ({ body }: { body: string }) => ({ status: 200, body }),
  getBytes: () => ({ status: 200, body: new Uint8Array(2_000) }),
  hidden: () => ({ status: 204 }),
}

const security = {
  bearerAuth: bearer((token) => {
    const scopes = token === 'admin' ? ['admin'] : []
    return ['admin', 'user'].includes(token) && { id: token, scopes }
  }),
  key: apiKey(['a-key']),
}

async function serving(t: Test, options: McpOptions, prefix = '/shop'): Promise<FastifyInstance> {
  const app = fastify()
  t.teardown(() => app.close())
  await app.register(serve(contract, { handlers, security }), { prefix: '/shop' })
  await app.register(mcp(contract, options), { prefix })
  return app
}

/** The client of the SDK, over HTTP. */
async function connected(t: Test, app: FastifyInstance, token: string, search = '') {
  const base = app.server.listening
    ? `http://127.0.0.1:${(app.server.address() as { port: number }).port}`
    : await app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { authorization: `Bearer ${token}` }
  const client = new Client({ name: 'test', version: '1' })
  const url = new URL(`${base}/shop/mcp${search}`)
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } })
  await client.connect(transport as Parameters<Client['connect']>[0])
  t.teardown(() => client.close())
  return client
}

function post(app: FastifyInstance, body: unknown, headers: Record<string, string> = {}) {
  return app.inject({
    method: 'POST',
    url: '/shop/mcp',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...headers,
    },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

const call = (name: string, args: object, id = 1) => ({
  ...{ jsonrpc: '2.0', id },
  ...{ method: 'tools/call', params: { name, arguments: args } },
})

t.test('chosen operations are tools, with complete schemas and hints', async (t) => {
  const app = await serving(t, { tools: ['orders', 'removeOrder'] })
  const client = await connected(t, app, 'user')
  const { tools } = await client.listTools()
  const names = tools.map(({ name }) => name)
  t.same(names, ['createOrder', 'orders_list', 'getOrder', 'removeOrder'])
  const [create, list, get, remove] = tools
  t.match(create, { title: 'Create an order', description: 'Create an order\n\nIts id is free.' })
  const properties = { id: { type: 'integer', format: 'int64' }, name: { type: 'string' } }
  const part = { $ref: '#/$defs/Order' }
  const source = { type: 'object', properties: { 'x-source': { type: 'string' } } }
  t.same(create?.inputSchema, {
    ...{ type: 'object', required: ['body'], additionalProperties: false },
    properties: { headers: source, body: part },
    $defs: { Order: { type: 'object', required: ['id'], properties: { ...properties, part } } },
  })
  t.match(create?.outputSchema, { type: 'object', allOf: [{ $ref: '#/$defs/Order' }], $defs: {} })
  t.equal(list?.outputSchema, undefined, 'a list is no object')
  t.same(get?.inputSchema.required, ['params'])
  const hints = (readOnlyHint: boolean, idempotentHint: boolean, destructiveHint: boolean) => ({
    ...{ readOnlyHint, idempotentHint, destructiveHint },
  })
  t.same(create?.annotations, hints(false, false, true))
  t.same(get?.annotations, hints(true, true, false))
  t.same(remove?.annotations, hints(false, true, true))
})

t.test('a call is a request of its caller: validated, authenticated, with scopes', async (t) => {
  const app = await serving(t, { tools: ['orders', 'danger', 'notes'] })
  const user = await connected(t, app, 'user')
  const made = await user.callTool({
    name: 'createOrder',
    arguments: { body: { id: 7, name: 'fern' }, headers: { 'x-source': 'agent' } },
  })
  t.same(made, {
    content: [{ type: 'text', text: '{"id":7,"name":"fern"}' }],
    structuredContent: { id: 7, name: 'fern' },
  })
  t.match(seen, { headers: { 'x-source': 'agent' } })
  const listed = await user.callTool({
    name: 'orders_list',
    arguments: { query: { ids: [1, 2], where: { name: 'a&b' } } },
  })
  t.same(listed, { content: [{ type: 'text', text: '[{"id":7,"name":"fern"}]' }] })
  t.same(seen, { limit: 2, ids: [1n, 2n], where: { name: 'a&b' } })
  const refusals: [client: Client, name: string, args: Record<string, unknown>, error: number][] = [
    [user, 'createOrder', { body: { id: 'x' } }, 40002],
    [user, 'createOrder', {}, 40003],
    [user, 'createOrder', { body: { id: 7 } }, 40300],
    [user, 'orders_list', { query: { limit: 6 } }, 40002],
    [user, 'removeOrder', { params: { id: 7 } }, 40301],
    [user, 'sendNote', { body: 'a' }, 40100],
    [await connected(t, app, 'nobody'), 'getOrder', { params: { id: 7 } }, 40101],
  ]
  for (const [client, name, args, error] of refusals) {
    const result = await client.callTool({ name, arguments: args })
    t.equal(result.isError, true, name)
    const [{ text }] = result.content as unknown as [{ text: string }]
    t.equal(JSON.parse(text).error, error, `${name} ${text}`)
    t.equal(result.structuredContent, undefined)
  }
  const admin = await connected(t, app, 'admin')
  const removed = await admin.callTool({ name: 'removeOrder', arguments: { params: { id: 7 } } })
  t.same(removed, { content: [{ type: 'text', text: '204, without a body' }] })
  const keyed = await connected(t, app, 'user', '?key=a-key')
  const note = await keyed.callTool({ name: 'sendNote', arguments: { body: 'a note' } })
  t.equal(note.isError, true, 'it is too long')
  t.same(await keyed.callTool({ name: 'sendNote', arguments: { body: 'note' } }), {
    content: [{ type: 'text', text: 'note' }],
  })
})

/** Tools, arguments that are wrong, and what is told. */
const WRONG = rowsOf(String.raw`
  getOrder | {} | params\.id is missing
  getOrder | { params: { id: {} } } | params\.id has a value that cannot be sent
  getOrder | { params: { id: '..' } } | params\.id has a value that cannot be sent
  getOrder | { params: 5 } | params is an object
  getOrder | { params: { id: 1, a: 1 } } | params has no a; it has id
  getOrder | { query: {} } | arguments has no query; it has params
  createOrder | { body: {}, headers: { authorization: Bearer admin } } | has no authorization
  createOrder | { body: {}, headers: { x-source: "a\r\nb: c" } } | cannot be sent
`)

t.test('arguments that no request has are told, and nothing is sent', async (t) => {
  const app = await serving(t, { tools: ['orders'] })
  for (const [name = '', args = '', message = ''] of WRONG) {
    const response = await post(app, call(name, objectOf(args)), { authorization: 'Bearer user' })
    const { result } = response.json()
    t.equal(result.isError, true, name)
    t.match(result.content[0].text, new RegExp(message))
  }
})

t.test('int64s are exact both ways', async (t) => {
  const app = await serving(t, { tools: ['getOrder'] })
  const text = JSON.stringify(call('getOrder', { params: { id: 0 } })).replace(
    '"id":0',
    `"id":${LARGE}`,
  )
  const response = await post(app, text, { authorization: 'Bearer user' })
  const order = `{"id":${LARGE},"part":{"id":${LARGE}}}`
  t.equal(
    response.body,
    `{"result":{"content":[{"type":"text","text":${JSON.stringify(order)}}],"structuredContent":${order}},"jsonrpc":"2.0","id":1}`,
  )
})

t.test('pages of other origins are refused, also before the contract is asked', async (t) => {
  const app = await serving(t, { tools: ['orders'], allowedOrigins: ['https://a.example'] })
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  for (const [origin, status] of [
    ['https://evil.example', 403],
    ['null', 403],
    ['https://a.example', 200],
  ] as const) {
    t.equal((await post(app, list, { origin })).statusCode, status, origin)
  }
  t.equal((await post(app, list)).statusCode, 200)
  const closed = await serving(t, { tools: ['orders'] })
  t.equal((await post(closed, list, { origin: 'http://localhost' })).statusCode, 403)
})

t.test('what is no message of the protocol is refused', async (t) => {
  const app = await serving(t, { tools: ['orders'] })
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  for (const body of ['', '{', '5', [list], '{"a":1,"a":2}', {}]) {
    const response = await post(app, body)
    t.match([response.statusCode, response.json()], [400, { error: { code: -32700 }, id: null }])
  }
  t.equal((await post(app, list, { accept: 'text/html' })).statusCode, 406)
  t.equal((await post(app, list, { 'content-type': 'text/plain' })).statusCode, 415)
  t.equal((await post(app, list, { 'mcp-protocol-version': '1999' })).statusCode, 400)
  t.equal((await post(app, { jsonrpc: '2.0', method: 'notifications/x' })).statusCode, 202)
  t.match((await post(app, call('hidden', {}))).json(), { error: { code: -32602 } })
  const get = await app.inject({ url: '/shop/mcp' })
  t.match([get.statusCode, get.headers.allow], [405, 'POST'])
  const large = await post(app, { ...list, params: { text: 'x'.repeat(2_000_000) } })
  t.equal(large.statusCode, 413)
})

t.test('a response that is too large or too slow is an error of its call', async (t) => {
  const small = await serving(t, { tools: ['notes'], responseLimit: 1_999 })
  t.match((await post(small, call('getBytes', {}))).json().result, {
    isError: true,
    content: [{ text: 'The response is too large for a tool.' }],
  })
  const large = await serving(t, { tools: ['notes'] })
  const { result } = (await post(large, call('getBytes', {}))).json()
  t.match(result.content[0].resource, { mimeType: 'application/octet-stream' })
  t.equal(Buffer.from(result.content[0].resource.blob, 'base64').length, 2_000)
  const app = fastify()
  // The time of a call keeps no process alive, and nothing else does here.
  const alive = setInterval(() => {}, 1_000)
  t.teardown(() => clearInterval(alive))
  t.teardown(() => app.close())
  const slow = { ...handlers, getBytes: () => new Promise<never>(() => {}) }
  await app.register(serve(contract, { handlers: slow, security }), { prefix: '/shop' })
  await app.register(mcp(contract, { tools: ['notes'], timeout: 1 }), { prefix: '/shop' })
  t.match((await post(app, call('getBytes', {}))).json().result, {
    isError: true,
    content: [{ text: 'The call took too long.' }],
  })
})

t.test('a wrong choice ends the start', async (t) => {
  t.throws(() => mcp(undefined as never, { tools: ['orders'] }), { message: /^no contract; write/ })
  t.throws(() => mcp(contract, { tools: [] }), { message: /^Shop: no tools; name tags/ })
  await t.rejects(serving(t, { tools: ['order'] }), {
    message: 'Shop: no operation has the tag or operationId order',
  })
  const elsewhere = await serving(t, { tools: ['orders'] }, '/other')
  await t.rejects(async () => elsewhere.ready(), {
    message: /is not served under \/other; register mcp under the prefix of the contract/,
  })
})
