import fastify, { type FastifyInstance } from 'fastify'
import { type Contract, errors, serve } from 'fastify-contract'
import t, { type Test } from 'tap'
import { ERROR, recordLog } from '../../helpers/log.js'
import { refused } from '../../helpers/refused.js'
import {
  type AnyHandlers,
  contractOf,
  fixture,
  serveContract,
} from '../../helpers/serve-document.js'

const contract = await contractOf(t, await fixture('routes.yaml'))
const server = { exposeHeadRoutes: false }
const called: string[] = []
const all = contract.operations.map(({ operationId: name }) => {
  const handler = () => {
    called.push(name)
    return name === 'look' ? { status: 200, body: 'text' } : { status: 204 }
  }
  return [name, handler] as const
})
const handlers = Object.fromEntries(all.filter(([name]) => name !== 'unimplemented'))
const app = await serveContract(t, contract, { handlers, server })

const served: [method: string, url: string, operation: string][] = [
  ['GET', '/plants', 'list'],
  ['POST', '/plants', 'create'],
  ['GET', '/plants?x=1', 'list'],
  ['GET', '/plants/1', 'read'],
  ['DELETE', '/plants/1', 'remove'],
  ['PATCH', '/plants/1', 'change'],
  ['GET', '/plants/mine', 'mine'],
  ['DELETE', '/plants/mine', 'remove'],
  ['GET', '/%70lants', 'list'],
  ['OPTIONS', '/every', 'every5'],
  ['GET', '/odd::path/a:b', 'odd'],
]

for (const [method, url, operation] of served) {
  t.test(`${method} ${url} is ${operation}`, async (t) => {
    const response = await app.inject({ method: method as 'GET', url })
    t.equal(response.statusCode, 204, response.body)
    t.same(called.splice(0), [operation])
  })
}

t.test('a documented HEAD is answered without a body', async (t) => {
  const response = await app.inject({ method: 'HEAD', url: '/plants/1/head' })
  t.equal(response.statusCode, 200)
  t.equal(response.body, '')
  t.equal(response.headers['content-length'], '6')
  called.splice(0)
})

const allowed: [url: string, methods: string[]][] = [
  ['/plants', ['GET', 'POST']],
  ['/plants/1', ['GET', 'DELETE', 'PATCH']],
  ['/plants/mine', ['DELETE', 'PATCH', 'GET']],
  ['/plants/1/head', ['HEAD']],
  ['/every', ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'PATCH']],
  ['/unimplemented', ['PUT']],
]

for (const [url, methods] of allowed) {
  t.test(`${url} allows ${methods}, and answers any other method 405`, async (t) => {
    const others = app.supportedMethods.filter((method) => !methods.includes(method))
    t.ok(others.length > 0)
    for (const method of others) {
      const payload = ['POST', 'PUT'].includes(method)
        ? { payload: '{', headers: { 'content-type': 'text/x' } }
        : {}
      const response = await app.inject({ method: method as 'GET', url, ...payload })
      t.equal(response.headers.allow, methods.join(', '), method)
      if (method === 'HEAD') t.equal(response.statusCode, 405)
      else refused(t, response, errors.methodNotAllowed, method)
    }
    t.same(called, [])
  })
}

t.test('an operation without a handler answers 501 and is logged at the start', async (t) => {
  const { logger, lines } = recordLog()
  const routerOptions = { maxParamLength: 1000 }
  const app = await serveContract(t, contract, { handlers, server: { logger, routerOptions } })
  await app.ready()
  t.match(lines, [
    { operations: ['unimplemented'], msg: 'operations without a handler answer 501' },
  ])
  t.ok((lines[0]?.level ?? ERROR) < ERROR)
  refused(t, await app.inject({ method: 'PUT', url: '/unimplemented' }), errors.notImplemented)
})

/** An app that answers 404 in its own way. */
function host(): FastifyInstance {
  const app = fastify()
  t.teardown(() => app.close())
  app.setNotFoundHandler(async (_, reply) => reply.code(404).send('the host has nothing here'))
  return app
}

const NOWHERE = ['/nothing', '/every/', '/plants/1/2', '/PLANTS', '/plants%2F1/x', '/__proto__']

t.test('a contract answers 404 under its prefix, the host elsewhere', async (t) => {
  const app = host()
  await app.register(serve(contract, { handlers, security: {} }), { prefix: '/v1' })
  for (const url of ['/v1', '/v1/', ...NOWHERE.map((url) => `/v1${url}`)]) {
    refused(t, await app.inject(url), errors.notFound, url)
  }
  for (const [type, payload] of Object.entries({ 'application/json': '{', nonsense: 'a' })) {
    const headers = { 'content-type': type }
    const sent = await app.inject({ method: 'POST', url: '/v1/nothing', headers, payload })
    refused(t, sent, errors.notFound, type)
  }
  for (const url of ['/', '/plants', '/v2/plants', '/v1x', '/v']) {
    t.equal((await app.inject(url)).body, 'the host has nothing here', url)
  }
})

t.test('without a prefix the host answers 404', async (t) => {
  for (const options of [{}, { prefix: '' }, { prefix: '/' }] as { prefix: string }[]) {
    const app = host()
    await app.register(serve(contract, { handlers, security: {} }), options)
    t.equal((await app.inject('/plants')).statusCode, 204)
    for (const url of NOWHERE)
      t.equal((await app.inject(url)).body, 'the host has nothing here', url)
  }
  called.splice(0)
})

t.test('a part of the host with its own prefix keeps its 404', async (t) => {
  const app = host()
  await app.register(
    async (part) => {
      await part.register(serve(contract, { handlers, security: {} }))
      part.setNotFoundHandler(async (_, reply) => reply.code(404).send('of the part'))
    },
    { prefix: '/part' },
  )
  t.equal((await app.inject('/part/nothing')).body, 'of the part')
  t.equal((await app.inject('/nothing')).body, 'the host has nothing here')
})

/** A contract with one operation. */
function one(t: Test, name: string) {
  return contractOf(
    t,
    `{ openapi: 3.1.0, info: { title: ${name}, version: '1' }, paths: { /${name}: { get: {
      operationId: ${name}, responses: { '204': { description: Done. } } } } } }`,
  )
}

t.test('several contracts can be served, under one prefix too', async (t) => {
  const app = host()
  const mounted: [contract: Contract<AnyHandlers>, prefix: string][] = [
    [contract, '/v1'],
    [await one(t, 'second'), '/v1'],
    [await one(t, 'third'), '/v1/'],
    [contract, '/v2'],
  ]
  const all = { ...handlers, second: handlers.list as never, third: handlers.list as never }
  for (const [each, prefix] of mounted) {
    await app.register(serve(each, { handlers: all, security: {} }), { prefix })
  }
  for (const url of ['/v1/plants', '/v1/second', '/v1/third', '/v2/plants']) {
    t.equal((await app.inject(url)).statusCode, 204, url)
  }
  for (const url of ['/v1/nothing', '/v2/nothing', '/v2/second']) {
    refused(t, await app.inject(url), errors.notFound, url)
  }
  called.splice(0)
})
