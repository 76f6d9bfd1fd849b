import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { errors, HttpRefusal, type MapError, serve, ThrownResult } from 'fastify-contract'
import t, { type Test } from 'tap'
import { recordLog } from '../../../helpers/log.js'
import { refused } from '../../../helpers/refused.js'
import { type AnyHandlers, contractOf, serveContract } from '../../../helpers/serve-document.js'
import { answered, contentOf, documentOf } from '../keeping.js'

const text = { type: 'string' }
const parameters = [{ name: 'id', in: 'path', required: true, schema: text }]
const NONE = { type: 'object', required: ['code'], properties: { code: text } }
const contract = await contractOf(
  t,
  documentOf({
    'get /items/{id}': {
      operationId: 'read',
      parameters,
      responses: { 200: contentOf(text), 404: contentOf(NONE) },
    },
    'head /items/{id}': { operationId: 'look', parameters },
    'get list': { responses: { 200: contentOf({ type: 'array', items: text }) } },
    'get bytes': { responses: { 200: contentOf({}, 'application/octet-stream') } },
    'get /list?x=1': { operationId: 'filtered' },
  }),
)

declare module 'fastify' {
  interface FastifyRequest {
    tenant?: string
  }
}

t.test('a handler reaches what the host adds to the request', async (t) => {
  const app = fastify()
  t.teardown(() => app.close())
  app.decorateRequest('tenant')
  app.addHook('onRequest', async (request) => {
    request.tenant = String(request.headers['x-tenant'])
  })
  const handlers: AnyHandlers = {
    list: (request: { readonly fastify: FastifyRequest }) => ({
      status: 200,
      body: [request.fastify.tenant, request.fastify.ip],
    }),
  }
  await app.register(serve(contract, { handlers, security: {} }))
  const response = await app.inject({ url: '/list', headers: { 'x-tenant': 'a' } })
  t.same(response.json(), ['a', '127.0.0.1'])
})

t.test('a handler sets what only a reply can', async (t) => {
  const handlers: AnyHandlers = {
    list: ({ reply }: { readonly reply: FastifyReply }) => {
      reply.header('set-cookie', 'sid=1')
      return { status: 200, body: [] }
    },
  }
  const app = await serveContract(t, contract, { handlers })
  t.match(await app.inject('/list'), { statusCode: 200, headers: { 'set-cookie': 'sid=1' } })
})

class NotFound extends Error {}

/** The handler of `read` throws this. */
function throwing(t: Test, thrown: unknown, mapError?: MapError) {
  const read = async () => {
    throw thrown
  }
  return answered(t, contract, '/items/1', read, mapError && { mapError })
}

t.test('mapError makes results of what handlers throw', async (t) => {
  const mapError: MapError = (error, { routeOptions }) =>
    error instanceof NotFound
      ? { status: 404, body: { code: `${routeOptions.config.operationId}: none` } }
      : undefined
  const { response, faults } = await throwing(t, new NotFound(), mapError)
  t.same([response.statusCode, response.json()], [404, { code: 'read: none' }])
  t.same(faults, [])
  t.equal((await throwing(t, new Error('other'), mapError)).response.statusCode, 500)
  const wrong = await throwing(t, new NotFound(), () => ({ status: 404, body: {} }))
  t.equal(wrong.response.statusCode, 500, 'it is checked like any other result')
})

t.test('mapError is not asked for errors of the contract', async (t) => {
  const mapError = () => ({ status: 404, body: { code: 'mapped' } })
  const { response } = await throwing(t, new HttpRefusal(errors.forbidden), mapError)
  t.equal(response.statusCode, 403)
})

t.test('a mapError that fails leaves the error as it is', async (t) => {
  const mapError = () => {
    throw new Error('twice')
  }
  const { response, faults } = await throwing(t, new NotFound('once'), mapError)
  t.equal(response.statusCode, 500)
  t.match(faults, [
    { msg: 'mapError failed', operation: 'read', err: { message: 'twice' } },
    { msg: 'request failed', err: { message: /threw Error/ } },
  ])
})

t.test('an error keeps the documented status of a client error that it has', async (t) => {
  const thrown: [given: unknown, expose: boolean | undefined, status: number, text?: string][] = [
    [404, undefined, 404, 'of the error'],
    [404, true, 404, 'of the error'],
    [404, false, 404, 'Not Found.'],
    [409, undefined, 500],
    [500, undefined, 500],
    [200, undefined, 500],
    ['404', undefined, 500],
  ]
  for (const [statusCode, expose, status, message] of thrown) {
    const error = Object.assign(new Error('of the error'), { statusCode, expose })
    const { response } = await throwing(t, error)
    t.equal(response.statusCode, status, String(statusCode))
    if (message !== undefined) t.same(response.json(), { error: 40400, message })
    else t.notMatch(response.body, 'of the error')
  }
})

t.test('a documented result may be thrown', async (t) => {
  const notFound = () => {
    throw new ThrownResult({ status: 404, body: { code: 'NONE' } })
  }
  for (const read of [notFound, async () => notFound()]) {
    const { response, faults } = await answered(t, contract, '/items/1', read)
    t.same([response.statusCode, response.json(), faults], [404, { code: 'NONE' }, []])
  }
  const { response, faults } = await throwing(t, new ThrownResult({ status: 404, body: {} }))
  t.equal(response.statusCode, 500)
  t.match(faults, [{ err: { message: /required property 'code'/ } }])
  const error = new ThrownResult({ status: 404 }, { cause: 'a' })
  t.match(error, { name: 'ThrownResult', message: 'status 404', cause: 'a' })
})

t.test('a late result that is thrown is discarded', async (t) => {
  let thrown: () => void = () => {}
  const late = async () => {
    await new Promise<void>((resolve) => {
      thrown = resolve
    })
    throw new ThrownResult({ status: 200, body: new Blob(['a']).stream() })
  }
  const { logger, lines } = recordLog()
  const app = await serveContract(t, contract, {
    handlers: { bytes: late },
    handlerTimeout: 20,
    server: { logger },
  })
  refused(t, await app.inject('/bytes'), errors.unavailable)
  thrown()
  await new Promise((resolve) => setTimeout(resolve, 10))
  t.notMatch(lines, [{ msg: /failed after/ }])
})

t.test('a documented GET answers HEAD where the app does', async (t) => {
  const handlers = {
    read: () => ({ status: 200, body: 'a' }),
    look: () => ({ status: 204 }),
    list: () => ({ status: 200, body: ['a', 'b'], headers: { 'x-total': 2 } }),
    bytes: () => ({ status: 200, body: Buffer.from('abc') }),
    filtered: () => {
      throw new HttpRefusal(errors.forbidden)
    },
  }
  const serveWith = async (server: object, more = {}) => {
    const app = await serveContract(t, contract, { handlers, server, ...more })
    return (url: string) => app.inject({ method: 'HEAD', url })
  }
  const head = await serveWith({})
  const found = await head('/list')
  t.equal(found.statusCode, 200)
  t.equal(found.body, '')
  t.match(found.headers, {
    'content-length': '9',
    'content-type': 'application/json; charset=utf-8',
    'x-total': '2',
  })
  t.equal((await head('/bytes')).headers['content-length'], '3')
  t.equal((await head('/list?x=1')).statusCode, 403)
  t.equal((await head('/items/1')).statusCode, 204, 'the documented HEAD')

  for (const [server, more] of [
    [{ exposeHeadRoutes: false }, {}],
    [{}, { exposeHeadRoutes: false }],
  ]) {
    const none = await serveWith(server as object, more)
    const response = await none('/list')
    t.equal(response.statusCode, 405)
    t.equal(response.headers.allow, 'GET')
  }
  const forced = await serveWith({ exposeHeadRoutes: false }, { exposeHeadRoutes: true })
  t.equal((await forced('/list')).statusCode, 200)
})

t.test('a host keeps its own HEAD', async (t) => {
  const app = fastify()
  t.teardown(() => app.close())
  app.head('/v1/list', async (_request, reply) => reply.code(202).send())
  const handlers = { list: () => ({ status: 200, body: [] }) }
  await app.register(serve(contract, { handlers, security: {} }), { prefix: '/v1' })
  t.equal((await app.inject({ method: 'HEAD', url: '/v1/list' })).statusCode, 202)
  const response = await app.inject({ method: 'DELETE', url: '/v1/list' })
  t.equal(response.headers.allow, 'GET')
})
