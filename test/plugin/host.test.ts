import fastify, {
  type FastifyInstance,
  type InjectOptions,
  type LightMyRequestResponse,
} from 'fastify'
import t, { type Test } from 'tap'
import { bearer, errors, plantStore } from '../../src/index.js'
import { memory } from '../../src/store/memory.js'
import { refused } from '../helpers/refused.js'
import { methodsOf } from './methods.js'

// The host example: an app with ways of its own serves two plant stores beside its own routes.

/** One that the document does not have there. */
const { undocumented: method } = methodsOf('/plants')
const security = { bearerAuth: bearer(['a-token']) }
const headers = { authorization: 'Bearer a-token' }

/** An app with its own validator, serializer, parser and error handler. */
function buildHost(): FastifyInstance {
  const even = { keyword: 'even', validate: (_: true, data: number) => data % 2 === 0 }
  const host = fastify({
    ajv: { customOptions: { coerceTypes: 'array', removeAdditional: 'all', keywords: [even] } },
    schemaErrorFormatter: (found) => new Error(`host: ${found[0]?.keyword}`),
  })
  host.setErrorHandler<Error>(async (error, _, reply) =>
    reply.code(422).send({ host: error.message }),
  )
  host.setNotFoundHandler(async (_, reply) => reply.code(404).send({ host: 'nothing here' }))
  host.setReplySerializer((payload) => JSON.stringify({ wrapped: payload }))
  host.addContentTypeParser('text/csv', { parseAs: 'string' }, async (_: unknown, text: string) =>
    text.split(','),
  )
  host.addSchema({ $id: 'Plant', type: 'object', properties: { height: { type: 'integer' } } })
  host.addHook('preSerialization', async ({ routeOptions }, _, payload) =>
    routeOptions.config.operationId === undefined ? { hooked: payload } : payload,
  )
  host.addHook('onSend', async (_, reply) => void reply.header('x-host', 'was here'))
  addOwnRoutes(host)
  return host
}

function addOwnRoutes(host: FastifyInstance): void {
  const text = {
    type: 'object',
    properties: { hooked: { type: 'object', properties: { n: { type: 'string' } } } },
  }
  host.post('/own', { schema: { body: { $ref: 'Plant#' } } }, async ({ body }) => ({ body }))
  const querystring = { type: 'object', properties: { n: { type: 'integer', even: true } } }
  host.get('/own', { schema: { querystring } }, async ({ query }) => ({ query }))
  host.get('/text', { schema: { response: { 200: text } } }, async () => ({ n: 1, lost: true }))
  host.post('/csv', async ({ body }) => ({ body }))
  host.get('/fails', async () => {
    throw new TypeError('on purpose')
  })
}

const posted = (url: string, payload: string, type = 'application/json'): InjectOptions => {
  return { method: 'POST', url, payload, headers: { 'content-type': type } }
}

const ownRequests: InjectOptions[] = [
  posted('/own', '{"height":"5","other":1}'),
  posted('/own', '{"height":"tall"}'),
  posted('/own', '{'),
  posted('/own', '{"__proto__":{}}'),
  posted('/own', 'text', 'text/plain'),
  posted('/csv', 'a,b', 'text/csv'),
  posted('/csv', 'a,b', 'text/tsv'),
  ...['/own?n=4', '/own?n=3', '/text', '/fails', '/nothing', '/plants'].map((url) => ({ url })),
  { method: 'HEAD', url: '/text' },
  { method: 'PUT', url: '/own' },
]

async function buildGuestHost(t: Test) {
  const host = buildHost()
  t.teardown(() => host.close())
  const stores = { '/garden': memory(), '/glasshouse': memory() }
  for (const [prefix, store] of Object.entries(stores)) {
    await host.register(plantStore, { prefix, store, security })
  }
  const create = (prefix: string, payload: object | string, options: InjectOptions = {}) =>
    host.inject({ method: 'POST', url: `${prefix}/plants`, headers, payload, ...options })
  return { host, stores, create }
}

t.test('two plant stores in one host are independent', async (t) => {
  const { stores, create } = await buildGuestHost(t)
  t.equal((await create('/garden', { id: 1, name: 'fern' })).statusCode, 200)
  t.equal((await create('/glasshouse', { id: 1, name: 'cactus' })).statusCode, 200)
  refused(t, await create('/garden', { id: 1, name: 'cactus' }), errors.idTaken)
  t.match(await stores['/garden'].get(1n), { name: 'fern' })
  t.match(await stores['/glasshouse'].get(1n), { name: 'cactus' })
})

t.test('the host’s own routes work as without plant stores', async (t) => {
  const alone = buildHost()
  t.teardown(() => alone.close())
  const { host } = await buildGuestHost(t)
  const same = ({ statusCode, headers, body }: LightMyRequestResponse) => {
    const { date, ...rest } = headers
    return { statusCode, rest, body, date: typeof date }
  }
  for (const request of ownRequests) {
    const expected = same(await alone.inject(request))
    t.same(same(await host.inject(request)), expected, `${request.method ?? 'GET'} ${request.url}`)
  }
  t.same(Object.keys(host.getSchemas()), Object.keys(alone.getSchemas()))
  t.match((await host.inject('/own?n=4')).json(), { wrapped: { hooked: { query: { n: 4 } } } })
  t.match((await host.inject(ownRequests[0] as InjectOptions)).body, '{"height":5}')
})

t.test('the plant stores keep their contract whatever the host does', async (t) => {
  const { host, create } = await buildGuestHost(t)
  const text = (payload: string, type: string): InjectOptions => ({
    payload,
    headers: { ...headers, 'content-type': type },
  })
  const created = await create('/garden', { id: 1, name: 'a', tag: 'b', other: 1 })
  t.equal(created.body, '{"name":"a","tag":"b"}')
  refused(t, await create('/garden', { id: '2', name: 'a' }), errors.contractViolation)
  refused(t, await create('/garden', '', text('{', 'application/json')), {
    error: 40001,
    message: /JSON/,
  })
  refused(t, await create('/garden', '', text('a,b', 'text/csv')), {
    ...errors.unsupportedMediaType,
    message: 'This media type is not supported here: use application/json.',
  })
  refused(t, await create('/garden', {}, { headers: {} }), errors.missingCredentials)
  refused(t, await host.inject('/garden/nothing'), errors.notFound)
  refused(t, await host.inject({ method, url: '/garden/plants' }), errors.methodNotAllowed)
})
