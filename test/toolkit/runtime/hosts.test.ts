import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { serve } from 'fastify-contract'
import t, { type Test } from 'tap'
import { inFull } from '../../helpers/made.js'
import { objectOf, rowsOf } from '../../helpers/rows.js'
import { checkTalk } from '../../helpers/talk.js'
import { contractIn, keeping } from './keeping.js'

// Hosts with ways of their own, and what a contract is in each of them.

const contract = await contractIn(
  `
openapi: 3.2.0
info: { title: Hosted, version: '1' }
GET /things/{id}: { operationId: read, parameters: [$Id, { name: list, in: query, schema: { type: array, items: { type: integer } } }], 200: $Thing }
PUT /things/{id}: { operationId: write, parameters: [$Id], body: $Thing, 200: $Thing }
paths:
  /things/{id}/lock:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    additionalOperations:
      LOCK:
        operationId: lock
        requestBody: { required: true, content: { application/json: { schema: $Thing } } }
        responses: { 200: { description: d, content: { application/json: { schema: $Thing } } } }
Thing: { type: object, required: [n], properties: { n: { type: integer }, __proto__: { type: string } } }
`.replaceAll('$Id', '{ name: id, in: path, required: true, schema: { type: integer } }'),
)

const handlers = {
  read: ({ params, query }: { params: { id: number }; query: { list?: number[] } }) => ({
    status: 200,
    body: { n: params.id, list: query.list ?? [] },
  }),
  write: ({ body }: { body: object }) => ({ status: 200, body }),
  lock: ({ params, body }: { params: object; body: object }) => ({
    status: 200,
    body: { ...params, ...body },
  }),
}

const ALLOW = '(allow: GET, HEAD, PUT)'

const served = (of = contract) => serve(of, { handlers, security: {}, unnamedMembers: 'send' })

/** An app that ends with the test, before it serves the contract. */
function bare(t: Test, options: FastifyServerOptions = {}): FastifyInstance {
  const app = fastify(options)
  t.teardown(() => app.close())
  return app
}

/** A host that serves the contract. */
async function host(
  t: Test,
  options: FastifyServerOptions = {},
  change: (app: FastifyInstance) => unknown = () => {},
): Promise<FastifyInstance> {
  const app = bare(t, options)
  await change(app)
  await app.register(served())
  return app
}

/** Options of a host in YAML, and what is answered in it. */
const HOSTS = rowsOf(`
  {} | GET /things/7 -> 200 {"n":7,"list":[]} | GET /things/7/ || GET /THINGS/7 -> 404
  {routerOptions: {ignoreTrailingSlash: true}} | GET /things/7/ -> 200 | DELETE /things/7/ -> 40500 ${ALLOW}
  {ignoreTrailingSlash: true} | GET /things/7/ -> 200 | DELETE /things/7/ -> 40500 ${ALLOW}
  {routerOptions: {ignoreDuplicateSlashes: true}} | GET //things///7 -> 200 | DELETE /things//7 -> 40500 ${ALLOW}
  {routerOptions: {caseSensitive: false}} | GET /THINGS/7 -> 200 | DELETE /Things/7 -> 40500 ${ALLOW}
  {exposeHeadRoutes: false} | HEAD /things/7 -> 405 (allow: GET, PUT)
  {exposeHeadRoutes: true} | HEAD /things/7 -> 200 ''
  {routerOptions: {maxParamLength: 3}} | GET /things/777 -> 200 | GET /things/7777 -> 414 | DELETE /things/7777 -> 40500 ${ALLOW}
  {bodyLimit: 10} | PUT /things/7 {"n":1} -> 200 | PUT /things/7 {"n":1, "more": 1} -> 41300
  {onProtoPoisoning: remove, onConstructorPoisoning: remove} | PUT /things/7 {"n":1,"__proto__":2} -> 40002 __proto__ | PUT /things/7 {"n":1,"constructor":{}} -> 200
  {ajv: {customOptions: {coerceTypes: array, removeAdditional: all, useDefaults: true}}} | PUT /things/7 {"n":1,"more":2} -> 200 {"n":1,"more":2} | PUT /things/7 {"n":"1"} -> 40002
`)

for (const [options = '', ...lines] of HOSTS) {
  t.test(`a host with ${options}`, async (t) => {
    await checkTalk(t, await host(t, objectOf(options))).lines(lines.join('\n'))
  })
}

t.test('a host may rewrite addresses, and read queries by itself', async (t) => {
  const app = await host(t, {
    rewriteUrl: ({ url = '' }) => url.replace('/old', '/things'),
    routerOptions: { querystringParser: (text: string) => ({ list: text.split('&') }) },
  })
  await checkTalk(t, app).lines(`
  GET /old/7 -> 200
  DELETE /old/7 -> 40500 ${ALLOW}
  GET /things/7?list=1&list=2 -> 200 {"n":7,"list":[1,2]}`)
})

t.test('the compilers, serializers and request ids of a host do not matter', async (t) => {
  const app = await host(t, { genReqId: () => 'mine' }, (app) => {
    app.setValidatorCompiler(() => () => ({ error: new Error('of the host') }))
    app.setSerializerCompiler(() => () => 'of the host')
    app.setReplySerializer(() => 'of the host')
    app.addSchema({ $id: 'Thing', type: 'string' })
    app.addContentTypeParser('*', (_request, _payload, done) => done(null, 'of the host'))
    app.addHook('onSend', async ({ id }, reply) => void reply.header('request-id', id))
  })
  await checkTalk(t, app).lines('PUT /things/7 {"n":1} -> 200 (request-id: mine) {"n":1}')
})

t.test('hooks of the host see the routes of operations, and their parameters', async (t) => {
  const seen: unknown[] = []
  const app = await host(t, {}, (app) => {
    app.addHook('onRoute', ({ method, url }) => void seen.push(`${method} ${url}`))
    app.addHook('preHandler', async ({ params, routeOptions: { config } }) => {
      seen.push([config.operationId, params])
    })
  })
  const routes = ['GET /things/:id', 'HEAD /things/:id', 'PUT /things/:id', 'LOCK /things/:id/lock']
  t.same(seen.splice(0), routes)
  await app.inject('/things/7')
  t.same(seen, [['read', { id: 7 }]])
})

t.test('a route of the host takes methods that a path lacks', async (t) => {
  const app = await host(t, {}, (app) => app.all('/*', async () => 'mine'))
  await checkTalk(t, app).lines(
    'DELETE /things/7 -> 200 mine\nGET /things/7 -> 200 {"n":7,"list":[]}',
  )
})

t.test('a method that Fastify does not route by default has a body too', async (t) => {
  await checkTalk(t, await host(t)).lines(`
  LOCK /things/a/lock {"n":1} -> 200 {"n":1,"id":"a"}
  LOCK /things/a/lock {} -> 40002
  GET /things/a/lock -> 40500 (allow: LOCK)`)
})

t.test('Allow names the methods that the host serves at a path of the contract, too', async (t) => {
  const app = await host(t, {}, (app) => void app.delete('/things/:id', async () => ({})))
  app.patch('/things/:id', async () => ({}))
  await checkTalk(t, app).lines(`
  DELETE /things/7 || PATCH /things/7 -> 200
  POST /things/7 -> 40500 (allow: GET, HEAD, PUT, DELETE, PATCH)`)
})

t.test('a method that Node’s HTTP parser refuses does not prevent serving', async (t) => {
  const [first] = contract.operations
  const odd = { ...first, operationId: 'odd', method: 'Odd' } as typeof first & {}
  const app = bare(t)
  await app.register(served({ ...contract, operations: [...contract.operations, odd] }))
  await checkTalk(t, app).lines('GET /things/7 -> 200')
})

t.test('a host may answer requests that a constraint keeps from a route', async (t) => {
  const app = await host(t, {}, (app) => {
    app.addHook('onRoute', (route) => {
      route.constraints = { host: 'a.example' }
    })
  })
  await checkTalk(t, app).lines('GET /things/7 (host: a.example) -> 200\nGET /things/7 -> 404')
})

t.test('the same contract twice under one prefix is an error', async (t) => {
  const app = await host(t)
  await t.rejects(async () => app.register(served()), {
    name: 'TypeError',
    message:
      'Hosted: the app has GET /things/:id already; remove that route, generate --without read, or register the contract under another prefix',
  })
})

t.test('the root of a contract is the prefix, with and without a slash', async (t) => {
  const root = { ...contract.operations[0], url: '/', path: '/' } as typeof first
  const [first] = contract.operations
  const app = bare(t)
  const rooted = { ...contract, operations: [root as typeof first & {}] }
  await app.register(served(rooted), { prefix: '/v1' })
  await checkTalk(t, app).lines('DELETE /v1 || DELETE /v1/ -> 40500 (allow: GET, HEAD)')
})

t.test('an error that the router throws for another reason is kept', async (t) => {
  const app = bare(t)
  app.addHook('onRoute', () => {
    throw new Error('no more routes')
  })
  await t.rejects(async () => app.register(served()), /no more routes/)
})

t.test('a prefix may end with a slash or have a parameter', async (t) => {
  const app = bare(t)
  for (const prefix of ['/slash/', '/:tenant/things']) await app.register(served(), { prefix })
  await checkTalk(t, app).lines(`
  GET /slash/things/7 || GET /anyone/things/things/7 -> 200
  DELETE /slash/things/7 || DELETE /anyone/things/things/7 -> 40500 ${ALLOW}`)
})

/** Options that make two paths one, and the second path. */
const ALIKE = {
  caseSensitive: '/THINGS',
  ignoreTrailingSlash: '/things/',
  ignoreDuplicateSlashes: '//things',
}

for (const [option, url] of Object.entries(ALIKE)) {
  t.test(`paths that ${option} makes one have the methods of both`, async (t) => {
    const document = inFull(`GET /things: {}\nPUT ${url}: {}\nGET /: {}`)
    const server = { routerOptions: { [option]: option !== 'caseSensitive' } }
    const { app } = await keeping(t, document, { prefix: '/p', server })
    await checkTalk(t, app).lines(`
  DELETE /p/things -> 40500 ${ALLOW}
  DELETE /p/ -> 40500 (allow: GET, HEAD)
  GET /p/nowhere -> 40400`)
  })
}
