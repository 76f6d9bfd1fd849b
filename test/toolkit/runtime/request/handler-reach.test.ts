import fastify, { type FastifyRequest } from 'fastify'
import { errors, HttpRefusal, type MapError, serve, ThrownResult } from 'fastify-contract'
import t, { type Test } from 'tap'
import { refused } from '../../../helpers/refused.js'
import { type AnyHandlers, serveContract, serveLogged } from '../../../helpers/serve-document.js'
import { checkTalk } from '../../../helpers/talk.js'
import { answered, contractIn } from '../keeping.js'

const contract = await contractIn(`
GET /items/{id}: { operationId: read, parameters: &id [{ name: id, in: path, required: true, schema: { type: string } }], 200: { type: string }, 404: { type: object, required: [code], properties: { code: { type: string } } } }
HEAD /items/{id}: { operationId: look, parameters: *id }
GET /list: { operationId: list, 200: { type: array, items: { type: string } } }
GET /bytes: { operationId: bytes, responses: { 200: { description: d, content: { application/octet-stream: {} } } } }
GET /list?x=1: { operationId: filtered }`)

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
  await checkTalk(t, app).lines('GET /list (x-tenant: a) -> 200 ["a","127.0.0.1"]')
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
  const facts = [{ statusCode: 404 }, { statusCode: 404, expose: true }]
  for (const each of [...facts, { statusCode: 404, expose: false }]) {
    const { response } = await throwing(t, Object.assign(new Error('of the error'), each))
    const message = facts.includes(each) ? 'of the error' : 'Not Found.'
    t.same([response.statusCode, response.json()], [404, { error: 40400, message }])
  }
  for (const statusCode of [409, 500, 200, '404']) {
    const { response } = await throwing(t, Object.assign(new Error('of the error'), { statusCode }))
    t.equal(response.statusCode, 500, String(statusCode))
    t.notMatch(response.body, 'of the error')
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
    await new Promise<void>((resolve) => (thrown = resolve))
    throw new ThrownResult({ status: 200, body: new Blob(['a']).stream() })
  }
  const { app, lines } = await serveLogged(t, contract, {
    handlers: { bytes: late },
    handlerTimeout: 20,
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
  const check = async (lines: string, server: object = {}, more = {}) =>
    checkTalk(t, await serveContract(t, contract, { handlers, server, ...more })).lines(lines)
  const length = 'content-length: 9; content-type: application/json; charset=utf-8; x-total: 2'
  await check(`
  HEAD /list -> 200 (${length}) ''
  HEAD /bytes -> 200 (content-length: 3)
  HEAD /list?x=1 -> 403
  HEAD /items/1 -> 204`)
  const hidden = { exposeHeadRoutes: false }
  await check('HEAD /list -> 405 (allow: GET)', hidden)
  await check('HEAD /list -> 405 (allow: GET)', {}, hidden)
  await check('HEAD /list -> 200', hidden, { exposeHeadRoutes: true })
})

t.test('a host keeps its own HEAD', async (t) => {
  const app = fastify()
  t.teardown(() => app.close())
  app.head('/v1/list', async (_request, reply) => reply.code(202).send())
  const handlers = { list: () => ({ status: 200, body: [] }) }
  await app.register(serve(contract, { handlers, security: {} }), { prefix: '/v1' })
  await checkTalk(t, app).lines('HEAD /v1/list -> 202\nDELETE /v1/list -> 40500 (allow: GET, HEAD)')
})
