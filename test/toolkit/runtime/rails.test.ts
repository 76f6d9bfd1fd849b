import { tracingChannel } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, constants } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import {
  answerError,
  bearer,
  type OperationRequest,
  type OperationResult,
  serve,
  serveErrors,
} from 'fastify-contract'
import t, { type Test } from 'tap'
import { gate } from '../../helpers/gate.js'
import { recordLog } from '../../helpers/log.js'
import { contractIn } from './keeping.js'

// What Fastify documents of routes holds for those of a contract.

const ANSWER =
  'parameters: [{ name: n, in: query, schema: { type: integer } }], ' +
  'responses: { 200: { description: d, content: { application/json: { schema: {} }, application/octet-stream: {} } } }'
const contract = await contractIn(`
GET /work: { operationId: work, ${ANSWER} }
POST /work: { operationId: post, ${ANSWER}, requestBody: { content: { application/json: { schema: { type: object } }, application/octet-stream: {} } } }
GET /secure: { operationId: secure, ${ANSWER}, security: [{ user: [] }] }
components: { securitySchemes: { user: { type: http, scheme: bearer } } }`)

type Handler = (
  request: OperationRequest & { readonly query: { readonly n?: number }; readonly body?: unknown },
) => unknown

/** A host whose operations are all answered by one function. */
async function hostOf(
  t: Test,
  handler: Handler,
  options: FastifyServerOptions & { http2?: true } = {},
  prepare: (app: FastifyInstance) => unknown = () => {},
  verify: () => unknown = () => true,
) {
  const { logger, lines } = recordLog()
  const app = fastify({ logger, ...(options as FastifyServerOptions) })
  t.teardown(() => app.close())
  await prepare(app)
  const answer = handler as (request: never) => OperationResult
  const handlers = { work: answer, post: answer, secure: answer }
  await app.register(serve(contract, { handlers, security: { user: bearer(verify) } }))
  return { app, troubles: () => lines.filter(({ level }) => Number(level) >= 40) }
}

t.test('diagnostics channels see the end and the failure of a handler', async (t) => {
  const channel = tracingChannel('fastify.request.handler')
  const seen: unknown[] = []
  const subscribers = {
    start: () => seen.push('start'),
    end: () => seen.push('end'),
    asyncStart: () => seen.push('asyncStart'),
    asyncEnd: () => seen.push('asyncEnd'),
    error: ({ error }: object & { readonly error: unknown }) => seen.push((error as Error).cause),
  }
  channel.subscribe(subscribers)
  t.teardown(() => channel.unsubscribe(subscribers))
  const failure = new Error('out of soil')
  const { app } = await hostOf(t, async ({ query }) => {
    if (query.n === 1) throw failure
    return { status: 200, body: {} }
  })
  await app.inject('/work')
  t.same(seen.splice(0), ['start', 'end', 'asyncStart', 'asyncEnd'])
  await app.inject('/work?n=1')
  t.same(seen, ['start', 'end', failure, 'asyncStart', 'asyncEnd'])
})

t.test('the time limit of a host ends the work of a handler', async (t) => {
  const ended = gate()
  const body = new PassThrough()
  const { app, troubles } = await hostOf(
    t,
    async ({ signal, abortState }) => {
      if (!signal.aborted) await once(signal, 'abort')
      t.equal(abortState?.aborted, true)
      ended.open()
      return { status: 200, contentType: 'application/octet-stream', body }
    },
    { handlerTimeout: 1 },
  )
  t.match(await app.inject('/work'), { statusCode: 503, body: /"error":50300,/ })
  await ended.passed
  if (!body.closed) await once(body, 'close')
  t.match(troubles(), [{ msg: 'request failed' }])
})

t.test('a handler that has answered by itself is left alone', async (t) => {
  const ways: [what: string, Handler][] = [
    ['hijacked', ({ reply }) => void reply.hijack().raw.end('{"by":"itself"}')],
    ['sent', async ({ reply }) => reply.send({ by: 'itself' })],
  ]
  for (const [what, handler] of ways) {
    const later = (_request: unknown, _reply: unknown, payload: unknown) => Promise.resolve(payload)
    const { app, troubles } = await hostOf(t, handler, {}, (app) => app.addHook('onSend', later))
    t.equal((await app.inject('/work')).body, '{"by":"itself"}', what)
    t.same(troubles(), [], what)
  }
})

t.test('a body comes from a stream of a hook, paused or not', async (t) => {
  const { app } = await hostOf(
    t,
    ({ fastify: { body } }) => ({ status: 200, contentType: 'application/json', body }),
    {},
    (app) => {
      app.addHook('preParsing', (_request, _reply, payload, done) => {
        done(null, payload.pipe(new PassThrough()).pause())
      })
    },
  )
  const response = await app.inject({ method: 'POST', url: '/work', payload: { a: 1 } })
  t.same(response.json(), { a: 1 })
})

t.test('headers of a result are a Headers or a Map, too', async (t) => {
  for (const headers of [new Headers({ 'x-a': '1' }), new Map([['x-a', '1']])]) {
    const result = { status: 200, contentType: 'application/json', headers, body: {} }
    const { app } = await hostOf(t, () => result)
    t.equal((await app.inject('/work')).headers['x-a'], '1')
  }
})

t.test('a semicolon begins a query where the router says so', async (t) => {
  const handler: Handler = ({ query }) => ({
    status: 200,
    contentType: 'application/json',
    body: query,
  })
  const routerOptions = { useSemicolonDelimiter: true } as object
  const { app } = await hostOf(t, handler, { routerOptions })
  t.same((await app.inject('/work;n=5')).json(), { n: 5 })
})

/** What a verifier may throw, if only by what it calls. */
const thrown: [what: string, value: unknown][] = [
  ['nothing', undefined],
  ['a text', 'no'],
  ['an object', Object.create(null)],
  ['an error of the platform', new DOMException('too late', 'TimeoutError')],
  ['a frozen error', Object.freeze(new Error('no'))],
  ['errors in a circle', Object.assign(new Error('no'), { errors: [] as unknown[] })],
  ['an error with a getter that throws', trapped('message')],
  ['an error without a stack', trapped('stack')],
]
const [, circle] = thrown[5] as [string, { errors: unknown[] }]
circle.errors.push(circle)

function trapped(name: string): Error {
  return Object.defineProperty(new Error('no'), name, {
    get() {
      throw new Error('a trap')
    },
  })
}

t.test('whatever a verifier throws refuses', async (t) => {
  const headers = { authorization: 'Bearer a' }
  for (const [what, value] of thrown) {
    for (const verify of [() => Promise.reject(value), failing(value)]) {
      const { app } = await hostOf(t, () => ({ status: 200, body: {} }), {}, undefined, verify)
      const response = await app.inject({ url: '/secure', headers })
      t.match(response, { statusCode: 401, headers: { 'www-authenticate': /invalid_token/ } }, what)
    }
  }
})

t.test('whatever a handler or a hook throws is 500, in the body of the contract', async (t) => {
  for (const [what, value] of thrown) {
    const { app } = await hostOf(t, failing(value), {}, (app) => {
      app.addHook('preHandler', async ({ url }) => {
        if (url === '/work?n=2') throw value
      })
    })
    for (const url of ['/work', '/work?n=2'])
      t.match(await app.inject(url), { statusCode: 500, body: /^\{"error":50000,/ }, what)
  }
})

function failing(value: unknown): () => never {
  return () => {
    throw value
  }
}

t.test('an app of HTTP/2 answers errors, too', async (t) => {
  const app = fastify({
    http2: true,
    frameworkErrors: (error, request, reply) => answerError(error, request, reply),
  })
  serveErrors(app)
  t.match(await app.inject('/nothing'), { statusCode: 404, body: /^\{"error":40400,/ })
  t.match(await app.inject('/%zz'), { statusCode: 400, body: /^\{"error":40000,/ })
})

/** A client of HTTP/2. */
async function connected(t: Test, app: FastifyInstance) {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const client = connect(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
  t.teardown(() => client.destroy())
  return client
}

t.test('a stream that fails midway is no whole response of HTTP/2', async (t) => {
  const body = new PassThrough()
  const contentType = 'application/octet-stream'
  const { app } = await hostOf(t, () => ({ status: 200, contentType, body }), { http2: true })
  const asked = (await connected(t, app)).request({ ':path': '/work' })
  body.write('some of it')
  await once(asked, 'data')
  body.destroy(new Error('broken'))
  await t.rejects(once(asked, 'close'), { message: /NGHTTP2_INTERNAL_ERROR/ })
})

t.test('a cancelled request of HTTP/2 ends the work for it', async (t) => {
  const arrived = gate()
  const left = gate()
  const source = new Readable({ read() {} })
  const { app, troubles } = await hostOf(
    t,
    async ({ query, signal, abortState }) => {
      if (query.n === 1) {
        source.push('some of it')
        return { status: 200, contentType: 'application/octet-stream', body: source }
      }
      arrived.open()
      if (!signal.aborted) await once(signal, 'abort')
      t.equal(abortState?.aborted, true)
      left.open()
      throw new Error('what for?')
    },
    { http2: true },
  )
  const client = await connected(t, app)
  const waiting = client.request({ ':path': '/work' })
  await arrived.passed
  waiting.close(constants.NGHTTP2_CANCEL)
  await left.passed
  const streaming = client.request({ ':path': '/work?n=1' })
  await once(streaming, 'data')
  streaming.close(constants.NGHTTP2_CANCEL)
  await once(source, 'close')
  t.same(troubles(), [])
})

t.test('a body of HTTP/2 that is cut off is no whole one', async (t) => {
  for (const type of ['application/json', 'application/octet-stream']) {
    const arrived = gate()
    const over = gate()
    const read: unknown[] = []
    const { app } = await hostOf(
      t,
      async ({ body }) => {
        read.push(body instanceof Readable ? await text(body) : body)
        over.open()
        return { status: 200, body: 'whole' }
      },
      { http2: true },
      (host) => {
        host.addHook('preParsing', async () => arrived.open())
        host.addHook('onError', async () => over.open())
      },
    )
    const headers = { ':method': 'POST', ':path': '/work', 'content-type': type }
    const sent = (await connected(t, app)).request(headers)
    sent.on('error', () => {})
    sent.write('{}')
    await arrived.passed
    sent.destroy()
    await over.passed
    t.same(read, [], type)
  }
})
