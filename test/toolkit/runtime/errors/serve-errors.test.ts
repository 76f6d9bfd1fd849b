import fastify, { type FastifyBaseLogger } from 'fastify'
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
import { rowsOf } from '../../../helpers/rows.js'
import { checkTalk } from '../../../helpers/talk.js'

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
app.get('/odd/:status', async ({ params }) => {
  const { status } = params as { status: string }
  const statusCode = status === 'text' ? '404' : Number(status)
  throw Object.assign(new Error('secret'), { statusCode })
})
const querystring = { type: 'object', required: ['a'] }
app.get('/queried', { schema: { querystring } }, async () => ({}))
app.post('/posts', { schema: { body: { type: 'object' } } }, async () => ({}))

const FAILING = rowsOf(`
  GET /fails || GET /odd/500 || GET /odd/499 || GET /odd/302 || GET /odd/200 || GET /odd/text -> 50000
  GET /odd/418 -> 41800 I'm a Teapot.
  GET /refuses -> 40300 (x-why: because)
  GET /nothing || PUT /fails -> 40400
  GET /%zz -> 40000
  GET /queried -> 40002 : query must have required property 'a'.
  POST /posts [] -> 40002 : body must be object.
  POST /posts {"a":"xxxxxxxxxx"} -> 41300
  POST /posts (content-type: a/b) x -> 41500
`)

const logged = () =>
  lines.filter(({ msg, error }) => msg === 'request failed' || error !== undefined)

for (const [line = ''] of FAILING) {
  t.test(`${line} is answered and logged`, async (t) => {
    for (const request of line.replace(/ -> .*/, '').split(' || ')) {
      lines.splice(0)
      await checkTalk(t, app).lines(line.replace(/^.* -> /, `${request} -> `))
      const error = Number(/-> (\d+)/.exec(line)?.[1])
      if (error < 50000)
        t.match(logged(), [{ msg: /^request (completed|refused)$/, error, reason: String }])
      else t.match(logged(), [{ msg: 'request failed', level: ERROR, err: { message: 'secret' } }])
      t.equal(logged().length, 1)
    }
  })
}

t.test('a refusal is no server error, whatever its status', async (t) => {
  lines.splice(0)
  await checkTalk(t, app).lines('GET /busy || GET /lost -> 50300')
  t.match(logged(), [
    { msg: 'request completed', error: 50300 },
    { msg: 'request failed', level: ERROR, err: { message: errors.unavailable.message } },
  ])
})

t.test('an error that cannot be logged is answered', async (t) => {
  lines.splice(0)
  await checkTalk(t, app).lines('GET /traps -> 50000')
  t.match(faults(), [{ operation: 'traps', msg: /cannot be logged$/ }])
  t.equal(faults().length, 1)
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

t.test('the table has one row per code, in order, and a general one per status', async (t) => {
  const codes: number[] = Object.values(errors).map(({ error }) => error)
  t.same(
    codes,
    [...new Set(codes)].sort((a, b) => a - b),
  )
  for (const code of codes) {
    t.ok(code >= 40000 && code < 60000)
    t.ok(codes.includes(Math.floor(code / 100) * 100), String(code))
  }
})

t.test('a host knows what a request was answered with', async (t) => {
  const app = fastify()
  serveErrors(app)
  const told: unknown[] = []
  app.addHook('onResponse', async (request) => told.push(answeredError(request)?.body.error))
  app.get('/fine', async () => 'fine')
  app.get('/broken', async () => {
    throw new Error('broken')
  })
  for (const url of ['/fine', '/broken', '/nowhere']) await app.inject(url)
  t.same(told, [undefined, 50000, 40400])
})
