import fastify, { type FastifyBaseLogger, type InjectOptions } from 'fastify'
import {
  answeredError,
  errors,
  frameworkErrors,
  HttpRefusal,
  limitBodies,
  refuseUnknownPaths,
  serveErrors,
} from 'fastify-contract'
import t from 'tap'
import { ERROR, recordLog } from '../../../helpers/log.js'
import { refused } from '../../../helpers/refused.js'

const { logger, lines, faults } = recordLog()
const app = fastify({ logger, frameworkErrors, bodyLimit: 10 })
t.teardown(() => app.close())
serveErrors(app)
app.get('/fails', async () => {
  throw new TypeError('secret')
})
app.get('/refuses', async () => {
  throw new HttpRefusal(errors.forbidden, { headers: { 'x-why': 'because' } })
})
app.get('/busy', async () => {
  throw new HttpRefusal(errors.unavailable)
})
app.get('/lost', async () => {
  throw new HttpRefusal(errors.unavailable, {
    cause: new Error('the disk is full'),
    isFailure: true,
  })
})
app.get('/traps', { config: { operationId: 'traps' } }, async () => {
  throw Object.defineProperty(new Error(), 'stack', {
    get() {
      throw new Error('secret')
    },
  })
})
app.post('/posts', { schema: { body: { type: 'object' } } }, async () => ({}))

const failing: [request: InjectOptions, row: { error: number; message?: RegExp }][] = [
  [{ url: '/fails' }, { error: 50000 }],
  [{ url: '/refuses' }, { error: 40300 }],
  [{ url: '/nothing' }, { error: 40400 }],
  [{ method: 'PUT', url: '/fails' }, { error: 40400 }],
  [{ url: '/%zz' }, { error: 40000 }],
  [
    { method: 'POST', url: '/posts', payload: [] },
    { error: 40002, message: /: body must be object\.$/ },
  ],
  [{ method: 'POST', url: '/posts', payload: { a: 'x'.repeat(10) } }, { error: 41300 }],
  [
    { method: 'POST', url: '/posts', payload: 'x', headers: { 'content-type': 'a/b' } },
    { error: 41500 },
  ],
]

for (const [request, row] of failing) {
  t.test(`${request.method ?? 'GET'} ${request.url} is answered ${row.error}`, async (t) => {
    lines.splice(0)
    const response = await app.inject(request)
    refused(t, response, { error: row.error, ...(row.message && { message: row.message }) })
    const logged = lines.filter(({ msg, error }) => msg === 'request failed' || error !== undefined)
    if (row.error < 50000)
      t.match(logged, [{ msg: /^request (completed|refused)$/, error: row.error, reason: String }])
    else t.match(logged, [{ msg: 'request failed', level: ERROR, err: { message: 'secret' } }])
    t.equal(logged.length, 1)
  })
}

t.test('the headers of an error are sent', async (t) => {
  t.equal((await app.inject('/refuses')).headers['x-why'], 'because')
})

t.test('a refusal is no server error, whatever its status', async (t) => {
  lines.splice(0)
  t.equal((await app.inject('/busy')).statusCode, 503)
  t.equal((await app.inject('/lost')).statusCode, 503)
  const logged = lines.filter(({ msg, error }) => msg === 'request failed' || error !== undefined)
  t.match(logged, [
    { msg: 'request completed', error: 50300 },
    { msg: 'request failed', level: ERROR, err: { message: errors.unavailable.message } },
  ])
})

t.test('an error that cannot be logged is answered', async (t) => {
  lines.splice(0)
  refused(t, await app.inject('/traps'), { error: 50000 })
  const logged = faults()
  t.match(logged, [{ operation: 'traps', msg: /cannot be logged$/ }])
  t.equal(logged.length, 1)
})

t.test('where a host logs no requests, a refusal has a record of its own', async (t) => {
  const { logger, lines } = recordLog()
  const app = fastify({ logger, disableRequestLogging: true })
  serveErrors(app)
  await app.inject('/nothing')
  t.match(lines, [{ msg: 'request refused', error: 40400, reason: 'Nothing is here.' }])
  t.equal(lines.length, 1)
})

t.test('an app with a logger of its own type is an app', async (t) => {
  type OwnLogger = FastifyBaseLogger & { readonly msgPrefix: string }
  const loggerInstance = Object.assign(fastify({ logger: false }).log, { msgPrefix: '' })
  const app = fastify({ loggerInstance: loggerInstance as OwnLogger })
  serveErrors(app)
  limitBodies(app, 1)
  refuseUnknownPaths(app)
  refused(t, await app.inject('/nothing'), errors.notFound)
})

t.test('a host knows what a request was answered with', async (t) => {
  const app = fastify()
  serveErrors(app)
  const told: unknown[] = []
  app.addHook('onResponse', async (request) => {
    told.push(answeredError(request)?.body.error)
  })
  app.get('/fine', async () => 'fine')
  app.get('/broken', async () => {
    throw new Error('broken')
  })
  for (const url of ['/fine', '/broken', '/nowhere']) await app.inject(url)
  t.same(told, [undefined, 50000, 40400])
})
