import fastify, { type FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import { bearer, errors, plantStore } from '../../src/index.js'
import { memory } from '../../src/store/memory.js'
import { rowsOf } from '../helpers/rows.js'
import { asks, talkTo } from '../helpers/talk.js'
import { methodsOf } from './methods.js'

// The host example: an app with ways of its own serves two plant stores beside its own routes.

/** One that the document does not have there. */
const { undocumented: method } = methodsOf('/plants')
const security = { bearerAuth: bearer(['a-token']) }
const UNSUPPORTED = 'This media type is not supported here: use application/json.'

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

const OWN = `
  POST /own {"height":"5","other":1}
  POST /own {"height":"tall"}
  POST /own {
  POST /own {"__proto__":{}}
  POST /own (content-type: text/plain) text
  POST /csv (content-type: text/csv) a,b
  POST /csv (content-type: text/tsv) a,b
  GET /own?n=4
  GET /own?n=3
  GET /text
  GET /fails
  GET /nothing
  GET /plants
  HEAD /text
  PUT /own
`

async function buildGuestHost(t: Test) {
  const host = buildHost()
  t.teardown(() => host.close())
  const stores = { '/garden': memory(), '/glasshouse': memory() }
  for (const [prefix, store] of Object.entries(stores))
    await host.register(plantStore, { prefix, store, security })
  return { host, stores, ask: asks(t, talkTo(host)) }
}

const PLANTS = 'plants (authorization: Bearer a-token)'

t.test('two plant stores in one host are independent', async (t) => {
  const { ask, stores } = await buildGuestHost(t)
  await ask(`
    POST /garden/${PLANTS} {"id":1,"name":"fern"} -> 200
    POST /glasshouse/${PLANTS} {"id":1,"name":"cactus"} -> 200
    POST /garden/${PLANTS} {"id":1,"name":"cactus"} -> 409 ${JSON.stringify(errors.idTaken)}
  `)
  t.match(await stores['/garden'].get(1n), { name: 'fern' })
  t.match(await stores['/glasshouse'].get(1n), { name: 'cactus' })
})

t.test('the host’s own routes work as without plant stores', async (t) => {
  const alone = buildHost()
  t.teardown(() => alone.close())
  const { host, ask } = await buildGuestHost(t)
  for (const [request = ''] of rowsOf(OWN))
    t.equal(await talkTo(host)(request), await talkTo(alone)(request), request)
  t.same(Object.keys(host.getSchemas()), Object.keys(alone.getSchemas()))
  await ask(`
    GET /own?n=4 -> 200 {"wrapped":{"hooked":{"query":{"n":4}}}}
    POST /own {"height":"5","other":1} -> 200 …{"height":5}…
  `)
})

t.test('the plant stores keep their contract whatever the host does', async (t) => {
  const { ask } = await buildGuestHost(t)
  const told = (row: object) => JSON.stringify(row)
  const csv = { ...errors.unsupportedMediaType, message: UNSUPPORTED }
  await ask(`
    POST /garden/${PLANTS} {"id":1,"name":"a","tag":"b","other":1} -> 200 {"name":"a","tag":"b"}
    POST /garden/${PLANTS} {"id":"2","name":"a"} -> 400 {"error":40002,…
    POST /garden/${PLANTS} { -> 400 {"error":40001,…JSON…
    POST /garden/plants (authorization: Bearer a-token; content-type: text/csv) a,b -> 415 ${told(csv)}
    POST /garden/plants {} -> 401 ${told(errors.missingCredentials)}
    GET /garden/nothing -> 404 ${told(errors.notFound)}
    ${method} /garden/plants -> 405 ${told(errors.methodNotAllowed)}
  `)
})
