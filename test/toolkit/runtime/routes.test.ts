import fastify, { type FastifyInstance } from 'fastify'
import { type Contract, errors, serve } from 'fastify-contract'
import t, { type Test } from 'tap'
import { ERROR } from '../../helpers/log.js'
import { rowsOf } from '../../helpers/rows.js'
import { type AnyHandlers, serveContract, serveLogged } from '../../helpers/serve-document.js'
import { checkTalk, send } from '../../helpers/talk.js'
import { contractAt, contractIn, keeping } from './keeping.js'

const contract = await contractAt('routes.yaml')
const server = { exposeHeadRoutes: false }
const seen: string[] = []
const all = contract.operations.map(({ operationId: name }) => {
  const handler = () => {
    seen.push(name)
    return name === 'look' ? { status: 200, body: 'text' } : { status: 204 }
  }
  return [name, handler] as const
})
const handlers = Object.fromEntries(all.filter(([name]) => name !== 'unimplemented'))
const app = await serveContract(t, contract, { handlers, server })

/** Holds an app to lines, with the operations that are called behind `of`. */
const reach = (t: Test, app: FastifyInstance) =>
  checkTalk(t, app, (of, title) => t.equal(seen.splice(0).join(), of ?? '', title))

t.test('a method and a path are those of one operation', (t) =>
  reach(t, app).lines(`
  GET /plants || GET /plants?x=1 || GET /%70lants -> 204 of list
  POST /plants -> 204 of create
  GET /plants/1 -> 204 of read
  DELETE /plants/1 || DELETE /plants/mine -> 204 of remove
  PATCH /plants/1 -> 204 of change
  GET /plants/mine -> 204 of mine
  OPTIONS /every -> 204 of every5
  GET /odd::path/a:b -> 204 of odd
  HEAD /plants/1/head -> 200 (content-length: 6) '' of look
`),
)

const ALLOWED = rowsOf(`
  /plants | GET, POST
  /plants/1 | GET, DELETE, PATCH
  /plants/mine | GET, DELETE, PATCH
  /plants/1/head | HEAD
  /every | GET, PUT, POST, DELETE, OPTIONS, PATCH
  /unimplemented | PUT
`)

for (const [url, methods = ''] of ALLOWED) {
  t.test(`${url} allows ${methods}, and answers any other method 405`, async (t) => {
    const others = app.supportedMethods.filter((method) => !methods.split(', ').includes(method))
    t.ok(others.length > 0)
    for (const method of others) {
      const body = /POST|PUT/.test(method) ? ' (content-type: text/x) {' : ''
      const code = method === 'HEAD' ? 405 : 40500
      await reach(t, app).lines(`${method} ${url}${body} -> ${code} (allow: ${methods})`)
    }
  })
}

t.test('an operation without a handler answers 501 and is logged at the start', async (t) => {
  const routerOptions = { maxParamLength: 1000 }
  const { app, lines } = await serveLogged(t, contract, { handlers, server: { routerOptions } })
  await app.ready()
  t.match(lines, [
    {
      operations: ['unimplemented'],
      msg: 'operations without a handler, or not served yet, answer 501',
    },
  ])
  t.ok((lines[0]?.level ?? ERROR) < ERROR)
  await reach(t, app).lines('PUT /unimplemented -> 50100')
})

/** An app that answers 404 in its own way. */
function host(): FastifyInstance {
  const app = fastify()
  t.teardown(() => app.close())
  app.setNotFoundHandler(async (_, reply) => reply.code(404).send('nothing here'))
  return app
}

const NOWHERE = ['/nothing', '/every/', '/plants/1/2', '/PLANTS', '/plants%2F1/x', '/__proto__']
const getting = (urls: readonly string[]) => `GET ${urls.join(' || GET ')}`

t.test('a contract answers 404 under its prefix, the host elsewhere', async (t) => {
  const app = host()
  await app.register(serve(contract, { handlers, security: {} }), { prefix: '/v1' })
  await reach(t, app).lines(`
  ${getting(['/v1', '/v1/', ...NOWHERE.map((url) => `/v1${url}`)])} -> 40400
  POST /v1/nothing { || POST /v1/nothing (content-type: nonsense) a -> 40400
  ${getting(['/', '/plants', '/v2/plants', '/v1x', '/v'])} -> 404 nothing here
`)
})

t.test('without a prefix the host answers 404', async (t) => {
  for (const options of [{}, { prefix: '' }, { prefix: '/' }] as { prefix: string }[]) {
    const app = host()
    await app.register(serve(contract, { handlers, security: {} }), options)
    await reach(t, app).lines(`GET /plants -> 204 of list\n${getting(NOWHERE)} -> 404 nothing here`)
  }
})

t.test('a part of the host with its own prefix keeps its 404', async (t) => {
  const app = host()
  await app.register(
    async (part) => {
      await part.register(serve(contract, { handlers, security: {} }))
      part.setNotFoundHandler(async (_, reply) => reply.code(404).send('not in the part'))
    },
    { prefix: '/part' },
  )
  await reach(t, app).lines(
    'GET /part/nothing -> 404 not in the part\nGET /nothing -> 404 nothing here',
  )
})

t.test('several contracts can be served, under one prefix too', async (t) => {
  const app = host()
  const mounted: [contract: Contract<AnyHandlers>, prefix: string][] = [
    [contract, '/v1'],
    [await contractIn('GET /second: { operationId: list }'), '/v1'],
    [await contractIn('GET /third: { operationId: list }'), '/v1/'],
    [contract, '/v2'],
  ]
  for (const [each, prefix] of mounted)
    await app.register(serve(each, { handlers, security: {} }), { prefix })
  await reach(t, app).lines(`
  GET /v1/plants || GET /v1/second || GET /v1/third || GET /v2/plants -> 204 of list
  GET /v1/nothing || GET /v2/nothing || GET /v2/second -> 40400
`)
})

const DOCUMENT = `
HEAD /{id}:
  security: [{ token: [] }]
  parameters:
    - { name: id, in: path, required: true, schema: { type: integer } }
    - { name: limit, in: query, required: true, schema: { type: integer, maximum: 9 } }
    - { name: X-Kind, in: header, schema: { enum: [a] } }
components: { securitySchemes: { token: { type: apiKey, in: header, name: x-key } } }`

const ROWS = rowsOf(`
  /1?limit=5 (x-key: right) | 204
  /1?limit=5 | 401
  /1?limit=5 (x-key: right; x-kind: b) | 400
  /1?limit=10 (x-key: right) | 400
  /1 (x-key: right) | 400
  /x?limit=5 (x-key: right) | 400
`)

t.test('HEAD is checked, and has no body', async (t) => {
  const token = { authenticate: ({ headers }: { headers: object }) => 'x-key' in headers }
  const { app, kept } = await keeping(t, await contractIn(DOCUMENT), { security: { token } })
  for (const [request = '', status] of ROWS) {
    const response = await send(app, `HEAD ${request}`)
    t.match(response, { statusCode: Number(status), body: '' }, request)
    t.match(kept.splice(0), status === '204' ? [{ params: { id: 1 }, query: { limit: 5 } }] : [])
    // RFC 9110, section 9.3.2: the headers are those that GET would have.
    if (status === '400') {
      t.match(response.headers['content-type'], 'application/json')
      t.ok(Number(response.headers['content-length']) > JSON.stringify(errors.badRequest).length)
    }
  }
})
