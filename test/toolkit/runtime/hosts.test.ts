import fastify, {
  type FastifyInstance,
  type FastifyServerOptions,
  type InjectOptions,
} from 'fastify'
import { errors, serve } from 'fastify-contract'
import t, { type Test } from 'tap'
import { refused } from '../../helpers/refused.js'
import { tableOf } from '../../helpers/rows.js'
import { contractOf } from '../../helpers/serve-document.js'
import { documentOf, keeping } from './keeping.js'

// Hosts with ways of their own, and what a contract is in each of them.

const contract = await contractOf(
  t,
  `
openapi: 3.1.0
info: { title: Hosted, version: '1' }
paths:
  /things/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: read
      parameters: [{ name: list, in: query, schema: { type: array, items: { type: integer } } }]
      responses: &ok { '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } }
    put:
      operationId: write
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
      responses: *ok
  /things/{id}/lock:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    additionalOperations:
      LOCK:
        operationId: lock
        requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
        responses: *ok
components:
  schemas:
    Thing: { type: object, required: [n], properties: { n: { type: integer }, __proto__: { type: string } } }
`.replace('3.1.0', '3.2.0'),
)

const handlers = {
  read: ({ params, query }: { params: { id: number }; query: { list?: number[] } }) => {
    return { status: 200, body: { n: params.id, list: query.list ?? [] } }
  },
  write: ({ body }: { body: object }) => ({ status: 200, body }),
  lock: ({ params, body }: { params: object; body: object }) => {
    return { status: 200, body: { ...params, ...body } }
  },
}

const json = { 'content-type': 'application/json' }
const put = (payload: string): InjectOptions => {
  return { method: 'PUT', url: '/things/7', payload, headers: json }
}

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

const remove = (url: string): InjectOptions => ({ method: 'DELETE', url })
const renamed = ({ url = '' }) => url.replace('/old', '/things')
const querystringParser = (text: string) => ({ list: text.split('&') })
const LISTED = '/things/7?list=1&list=2'
const LIST = '{"n":7,"list":[1,2]}'
const poisoning = { onProtoPoisoning: 'remove', onConstructorPoisoning: 'remove' } as const
const PROTO = put('{"n":1,"__proto__":2}')
const customOptions = { coerceTypes: 'array', removeAdditional: 'all', useDefaults: true } as const
const MORE = put('{"n":1,"more":2}')

type Answer = [request: InjectOptions | string, status: number, body?: string | RegExp]

const hosts: [name: string, options: FastifyServerOptions, answers: Answer[]][] = [
  ...tableOf<[name: string, options: FastifyServerOptions, answers: Answer[]]>(`
  no options | {} | [[/things/7, 200, '{"n":7,"list":[]}'], [/things/7/, 404], [/THINGS/7, 404]]
  ignoreTrailingSlash | {routerOptions: {ignoreTrailingSlash: true}} | [[/things/7/, 200], [{method: DELETE, url: /things/7/}, 405]]
  ignoreTrailingSlash in its older place | {ignoreTrailingSlash: true} | [[/things/7/, 200], [{method: DELETE, url: /things/7/}, 405]]
  ignoreDuplicateSlashes | {routerOptions: {ignoreDuplicateSlashes: true}} | [[//things///7, 200], [{method: DELETE, url: /things//7}, 405]]
  caseSensitive: false | {routerOptions: {caseSensitive: false}} | [[/THINGS/7, 200], [{method: DELETE, url: /Things/7}, 405]]
  no exposeHeadRoutes | {exposeHeadRoutes: false} | [[{method: HEAD, url: /things/7}, 405]]
  maxParamLength | {routerOptions: {maxParamLength: 3}} | [[/things/777, 200], [/things/7777, 414], [{method: DELETE, url: /things/7777}, 405]]
`),
  [
    'rewriteUrl',
    { rewriteUrl: renamed },
    [
      ['/old/7', 200],
      [remove('/old/7'), 405],
    ],
  ],
  ['a querystringParser', { routerOptions: { querystringParser } }, [[LISTED, 200, LIST]]],
  [
    'a bodyLimit',
    { bodyLimit: 10 },
    [
      [put('{"n":1}'), 200],
      [put('{"n":1, "more": 1}'), 413],
    ],
  ],
  [
    'onProtoPoisoning',
    poisoning,
    [
      [PROTO, 400, /__proto__/],
      [put('{"n":1,"constructor":{}}'), 200],
    ],
  ],
  [
    'exposeHeadRoutes',
    { exposeHeadRoutes: true },
    [[{ method: 'HEAD', url: '/things/7' }, 200, /^$/]],
  ],
  [
    'other Ajv options',
    { ajv: { customOptions } },
    [
      [MORE, 200, '{"n":1,"more":2}'],
      [put('{"n":"1"}'), 400],
    ],
  ],
]

for (const [name, options, answers] of hosts) {
  t.test(`a host with ${name}`, async (t) => {
    const app = await host(t, options)
    for (const [request, status, body = /^/] of answers) {
      const response = await app.inject(request as InjectOptions)
      t.equal(response.statusCode, status, JSON.stringify(request))
      t.match(response.body, body)
      const allow = options.exposeHeadRoutes === false ? 'GET, PUT' : 'GET, HEAD, PUT'
      if (status === 405) t.equal(response.headers.allow, allow)
    }
  })
}

t.test('the compilers, serializers and request ids of a host do not matter', async (t) => {
  const app = await host(t, { genReqId: () => 'mine' }, (app) => {
    app.setValidatorCompiler(() => () => ({ error: new Error('of the host') }))
    app.setSerializerCompiler(() => () => 'of the host')
    app.setReplySerializer(() => 'of the host')
    app.addSchema({ $id: 'Thing', type: 'string' })
    app.addContentTypeParser('*', (_request, _payload, done) => done(null, 'of the host'))
    app.addHook('onSend', async ({ id }, reply) => void reply.header('request-id', id))
  })
  const response = await app.inject(put('{"n":1}'))
  t.equal(response.body, '{"n":1}')
  t.equal(response.headers['request-id'], 'mine')
})

t.test('hooks and decorators of the host see operations, and may answer first', async (t) => {
  const seen: unknown[] = []
  const app = await host(t, {}, (app) => {
    app.decorateRequest('who', '')
    app.addHook('onRoute', ({ method, url }) => void seen.push(`${method} ${url}`))
    // As @fastify/cors, @fastify/helmet and @fastify/rate-limit do.
    app.addHook('onRequest', async (request, reply) => {
      reply.header('x-frame-options', 'DENY')
      if (request.headers['access-control-request-method']) return reply.code(204).send()
      if (request.headers.from === 'too-often')
        throw Object.assign(new Error(), { statusCode: 429 })
      return undefined
    })
    app.addHook('preHandler', async ({ params, routeOptions: { config } }) => {
      seen.push([config.operationId, params])
    })
  })
  t.same(seen.splice(0), [
    'GET /things/:id',
    'HEAD /things/:id',
    'PUT /things/:id',
    'LOCK /things/:id/lock',
  ])
  const preflight = { origin: 'https://a.example', 'access-control-request-method': 'PUT' }
  const asked = await app.inject({ method: 'OPTIONS', url: '/things/7', headers: preflight })
  t.match(asked, { statusCode: 204, headers: { 'x-frame-options': 'DENY' } })
  const often = await app.inject({ url: '/things/7', headers: { from: 'too-often' } })
  refused(t, often, errors.tooManyRequests)
  t.same(seen, [])
  t.equal((await app.inject('/things/7')).headers['x-frame-options'], 'DENY')
  t.same(seen, [['read', { id: 7 }]])
})

t.test('a route of the host takes methods that a path lacks', async (t) => {
  const app = await host(t, {}, (app) => app.all('/*', async () => 'of the host'))
  t.equal((await app.inject({ method: 'DELETE', url: '/things/7' })).body, 'of the host')
  t.equal((await app.inject('/things/7')).statusCode, 200)
})

t.test('a method that Fastify does not route by default has a body too', async (t) => {
  const app = await host(t)
  const lock = { method: 'LOCK' as 'GET', url: '/things/a/lock', headers: json }
  t.equal((await app.inject({ ...lock, payload: '{"n":1}' })).body, '{"n":1,"id":"a"}')
  t.equal((await app.inject({ ...lock, payload: '{}' })).statusCode, 400)
  t.equal((await app.inject('/things/a/lock')).headers.allow, 'LOCK')
})

t.test('a method that Node’s HTTP parser refuses does not prevent serving', async (t) => {
  const [first] = contract.operations
  const odd = { ...first, operationId: 'odd', method: 'Odd' } as typeof first & {}
  const app = bare(t)
  await app.register(served({ ...contract, operations: [...contract.operations, odd] }))
  t.equal((await app.inject('/things/7')).statusCode, 200)
})

t.test('a host may answer requests that a constraint keeps from a route', async (t) => {
  const app = await host(t, {}, (app) => {
    app.addHook('onRoute', (route) => {
      route.constraints = { host: 'a.example' }
    })
  })
  const given = { url: '/things/7', headers: { host: 'a.example' } }
  t.equal((await app.inject(given)).statusCode, 200)
  t.equal((await app.inject('/things/7')).statusCode, 404)
})

t.test('the same contract twice under one prefix is an error', async (t) => {
  const app = await host(t)
  await t.rejects(async () => app.register(served()), {
    name: 'TypeError',
    message:
      'Hosted: the app has GET /things/:id already; register the contract under a prefix of its own',
  })
})

t.test('the root of a contract is the prefix, with and without a slash', async (t) => {
  const root = { ...contract.operations[0], url: '/', path: '/' } as typeof first
  const [first] = contract.operations
  const app = bare(t)
  const rooted = { ...contract, operations: [root as typeof first & {}] }
  await app.register(served(rooted), { prefix: '/v1' })
  for (const url of ['/v1', '/v1/']) {
    t.equal((await app.inject(remove(url))).headers.allow, 'GET, HEAD', url)
  }
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
  for (const url of ['/slash/things/7', '/anyone/things/things/7']) {
    t.equal((await app.inject(url)).statusCode, 200, url)
    t.equal((await app.inject(remove(url))).headers.allow, 'GET, HEAD, PUT', url)
  }
})

/** Options that make two paths one, and the second path. */
const ALIKE = {
  caseSensitive: '/THINGS',
  ignoreTrailingSlash: '/things/',
  ignoreDuplicateSlashes: '//things',
}

for (const [option, url] of Object.entries(ALIKE)) {
  t.test(`paths that ${option} makes one have the methods of both`, async (t) => {
    const document = documentOf({
      'get /things': { operationId: 'get' },
      [`put ${url}`]: { operationId: 'put' },
      'get /': { operationId: 'root' },
    })
    const server = { routerOptions: { [option]: option !== 'caseSensitive' } }
    const { app } = await keeping(t, document, { prefix: '/p', server })
    t.match(await app.inject(remove('/p/things')), {
      statusCode: 405,
      headers: { allow: 'GET, HEAD, PUT' },
    })
    t.match(await app.inject(remove('/p/')), { statusCode: 405, headers: { allow: 'GET, HEAD' } })
    t.equal((await app.inject('/p/nowhere')).statusCode, 404)
  })
}
