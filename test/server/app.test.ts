import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import { buildApp } from '../../src/server/app.js'
import type { Config } from '../../src/server/config.js'
import { loggerOptions } from '../../src/server/logging.js'
import { memory } from '../../src/store/memory.js'
import { capture, linesOf, portOf, testConfig, token } from './helpers.js'
import { open, rawCreate } from './http.js'

const committed = readFileSync(new URL(import.meta.resolve('plant-store/openapi.json')))

async function build(t: Test, changes: Partial<Config> = {}): Promise<FastifyInstance> {
  const app = await buildApp({ config: testConfig(changes), store: memory() })
  t.teardown(() => app.close())
  return app
}

async function listen(t: Test, changes: Partial<Config> = {}): Promise<number> {
  const app = await build(t, changes)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return portOf(app)
}

t.test('app.swagger() returns the document', async (t) => {
  const app = await build(t)
  t.same(app.swagger(), JSON.parse(committed.toString()))
})

t.test('the document is the committed one, byte for byte, and needs no token', async (t) => {
  const app = await build(t, { basePath: '/v1' })
  const response = await app.inject('/v1/openapi.json')
  t.equal(response.statusCode, 200)
  t.equal(response.headers['content-type'], 'application/json; charset=utf-8')
  t.ok(response.rawPayload.equals(committed))
  t.same(JSON.parse(committed.toString()), JSON.parse(response.body))
  t.equal((await app.inject('/openapi.json')).statusCode, 404)
  const head = await app.inject({ method: 'HEAD', url: '/v1/openapi.json' })
  t.match(head, { statusCode: 200, body: '', headers: { 'content-length': `${committed.length}` } })
  const other = await app.inject({ method: 'PUT', url: '/v1/openapi.json', payload: {} })
  t.match(other, { statusCode: 405, headers: { allow: 'GET, HEAD' } })
})

t.test('a head that is too large is answered 431', async (t) => {
  const { socket, received } = await open(await listen(t, { headerLimit: 1024 }))
  socket.write(`GET /${'x'.repeat(2000)} HTTP/1.1\r\nHost: a\r\n\r\n`)
  t.match(await received, /^HTTP\/1\.1 431 [\s\S]+{"error":43100,"message":".+"}$/)
})

t.test('the memory for bodies is limited', async (t) => {
  const port = await listen(t, { bodyMemory: 65_536, bodyLimit: 100_000 })
  const slow = await Promise.all([0, 1].map(() => open(port)))
  const body = `{"id":1,"name":"${'x'.repeat(60_000)}"}`
  const [first, rest] = rawCreate(body)
  const answers = slow.map(({ socket }) => once(socket, 'data'))
  for (const { socket } of slow) socket.write(first + rest.slice(0, -1))
  const [refused] = await Promise.race(answers)
  t.match(refused, /^HTTP\/1\.1 503 [\s\S]*\r\nretry-after: 1\r\n/)
  for (const { socket } of slow) socket.destroy()
})

t.test('a request to a server that is stopping is answered', async (t) => {
  const app = await build(t)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const connected = once(app.server, 'connection')
  const { socket, received } = await open(portOf(app))
  const [here] = await connected
  socket.write('GET /openapi.json HTTP/1.1\r\n')
  while (here.bytesRead === 0) await new Promise(setImmediate)
  const closed = app.close()
  socket.write('Host: a\r\n\r\n')
  const response = await received
  t.match(response, /^HTTP\/1\.1 200 /)
  t.match(response, /^connection: close\r$/im)
  await closed
})

t.test('closing the app leaves the store open', async (t) => {
  const store = memory()
  const app = await buildApp({ config: testConfig(), store })
  await app.close()
  t.equal(await store.create({ id: 1n, name: 'fern' }), 'created')
})

t.test('a token is in no line of the log', async (t) => {
  const output = capture()
  const config = testConfig()
  const app = await buildApp({
    config,
    store: memory(),
    logger: await loggerOptions(config, output),
  })
  t.teardown(() => app.close())
  const wrong = 'another-token.0123456789'
  const requests = [token, wrong].flatMap((secret) => [
    { url: '/plants', headers: { authorization: `Bearer ${secret}` } },
    { url: '/plants', headers: { authorization: `bearer  ${secret}` } },
    { url: '/plants', headers: { authorization: `Basic ${secret}` } },
    { url: '/plants', headers: { authorization: secret } },
    { url: '/plants', headers: { cookie: `token=${secret}`, 'x-api-key': secret } },
    { url: `/plants?access_token=${secret}` },
    { url: `/plants?${secret}` },
    { url: `/nothing?key=${secret}` },
    { url: `/%zz?key=${secret}` },
    { url: `/plants#${secret}` },
  ])
  for (const request of requests) {
    await app.inject({ method: 'POST', payload: { id: 1, name: 'fern' }, ...request })
    await app.inject({ method: 'POST', payload: '{', ...request })
    await app.inject({ method: 'GET', ...request })
  }
  await app.listen({ port: 0, host: '127.0.0.1' })
  const broken = `GET / HTTP/1.1\r\nAuthorization: Bearer ${token}\r\nbroken header\r\n\r\n`
  const wires = [broken, rawCreate('{"id":1,"name":"fern"}')[0]]
  for (const bytes of wires) {
    const { socket, received } = await open(portOf(app))
    socket.write(bytes, () => socket.end())
    await received
  }
  await app.close()
  const log = output.text()
  t.match(log, 'request completed')
  const aborted = linesOf(log).find(({ msg }) => msg === 'request aborted')
  t.match(aborted, { req: { method: 'POST', url: '/plants', remoteAddress: '127.0.0.1' } })
  for (const secret of [token, token.slice(0, 20), wrong]) t.notMatch(log, secret)
})

t.test('a target that the router refuses has the line of every request', async (t) => {
  const textOf = async (logFormat: 'json' | 'pretty') => {
    const output = capture()
    const logger = await loggerOptions({ logFormat, logLevel: 'info' }, output)
    const app = await buildApp({ config: testConfig(), store: memory(), logger })
    t.teardown(() => app.close())
    t.equal((await app.inject('/%zz?key=hidden')).statusCode, 400)
    return output.text()
  }
  const json = await textOf('json')
  const reason = 'The request is malformed.'
  const req = { method: 'GET', url: '/%zz' }
  const line = { msg: 'request completed', error: 40000, reason, req, res: { statusCode: 400 } }
  t.match(linesOf(json), [line])
  t.equal(linesOf(json).length, 1)
  t.notMatch(json, 'hidden')
  t.match(
    await textOf('pretty'),
    /^\[.{8}\] INFO: 400 0\.0 ms GET \/%zz {2}The request is malformed\.\n$/,
  )
})
