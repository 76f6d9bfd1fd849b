import { once } from 'node:events'
import { Readable } from 'node:stream'
import fastify from 'fastify'
import { serveErrors } from 'fastify-contract'
import t from 'tap'
import { limitRequests } from '../../src/server/limit-requests.js'
import { gate } from '../helpers/gate.js'
import { dial } from '../helpers/wire.js'
import { portOf } from './helpers.js'

t.test('requests beyond the limit are refused at once', async (t) => {
  const app = fastify()
  t.teardown(() => app.close())
  serveErrors(app)
  limitRequests(app, 2)
  const begun = [gate(), gate()]
  const finish = gate()
  let count = 0
  app.post('/slow', async () => {
    begun[count++]?.open()
    await finish.passed
    return 'done'
  })
  app.get('/', async () => 'here')
  const slow = [0, 1].map(() => app.inject({ method: 'POST', url: '/slow', payload: {} }))
  await Promise.all(begun.map(({ passed }) => passed))
  const refused = await app.inject('/')
  t.match(refused, { statusCode: 503, headers: { 'retry-after': '1' } })
  t.match(refused.json(), { error: 50300 })
  finish.open()
  for (const response of await Promise.all(slow)) t.equal(response.body, 'done')
  t.equal((await app.inject('/')).statusCode, 200)
})

t.test('a closed connection and a slow body do not count', async (t) => {
  const app = fastify()
  t.teardown(() => app.close())
  limitRequests(app, 1)
  const begun = gate()
  const ended = gate()
  app.post('/', async (_request, reply) => {
    reply.raw.once('close', ended.open)
    begun.open()
    await new Promise(() => {})
  })
  app.get('/', async () => 'here')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const head =
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n'
  const { socket } = await dial(t, portOf(app))
  socket.write(`${head}{`)
  t.equal((await app.inject('/')).statusCode, 200)
  socket.write('}')
  await begun.passed
  t.equal((await app.inject('/')).statusCode, 503)
  socket.destroy()
  await ended.passed
  t.equal((await app.inject('/')).statusCode, 200)
})

t.test('a pipelined request counts until its client leaves', async (t) => {
  const app = fastify()
  t.teardown(() => app.close())
  serveErrors(app)
  // They have all arrived before the first of them is worked on.
  app.addHook('onRequest', async () => {})
  limitRequests(app, 2)
  app.addHook('onRequest', () => new Promise((resolve) => setImmediate(resolve)))
  const begun = [gate(), gate()]
  const refused = gate()
  const left = gate()
  let count = 0
  app.get('/', async () => 'here')
  app.get('/slow', async ({ raw }) => {
    raw.socket.once('close', left.open)
    begun[count++]?.open()
    await new Promise(() => {})
  })
  app.addHook('onError', async () => refused.open())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { socket } = await dial(t, portOf(app))
  socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3))
  await Promise.all([...begun, refused].map(({ passed }) => passed))
  t.equal(count, 2, 'no more than the limit')
  t.equal((await app.inject('/')).statusCode, 503)
  socket.destroy()
  await left.passed
  t.equal((await app.inject('/')).statusCode, 200)
})

t.test('an unread response does not count, a stream does', async (t) => {
  const app = fastify({ forceCloseConnections: true })
  t.teardown(() => app.close())
  limitRequests(app, 1)
  const sent = gate()
  app.addHook('onSend', async () => sent.open())
  app.get('/', async () => 'here')
  app.get('/large', async () => 'x'.repeat(50_000_000))
  app.get('/stream', async () => new Readable({ read() {} }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { socket } = await dial(t, portOf(app))
  socket.pause()
  socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n')
  await sent.passed
  t.equal((await app.inject('/')).statusCode, 200)
  const streaming = await dial(t, portOf(app))
  const begun = once(app.server, 'request')
  streaming.socket.write('GET /stream HTTP/1.1\r\nHost: a\r\n\r\n')
  await begun
  let status = 200
  while (status === 200) status = (await app.inject('/')).statusCode
  t.equal(status, 503, 'while it is being made')
  streaming.socket.destroy()
  socket.destroy()
})

t.test('a connection that is closed before its request is handled does not count', async (t) => {
  const app = fastify()
  t.teardown(() => app.close())
  limitRequests(app, 1)
  const arrived = gate()
  const worked = gate()
  app.get('/', async () => 'here')
  app.get('/left', {
    async preValidation({ raw }) {
      arrived.open()
      await new Promise((resolve) => raw.socket.once('close', resolve))
    },
    async handler() {
      worked.open()
      await new Promise(() => {})
    },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { socket } = await dial(t, portOf(app))
  socket.write('GET /left HTTP/1.1\r\nHost: a\r\n\r\n')
  await arrived.passed
  socket.destroy()
  await worked.passed
  t.equal((await app.inject('/')).statusCode, 200)
})
