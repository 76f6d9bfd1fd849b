import { once } from 'node:events'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import fastify, { type FastifyInstance } from 'fastify'
import { serveErrors } from 'fastify-contract'
import t, { type Test } from 'tap'
import { limitRequests } from '../../src/server/limit-requests.js'
import { gate } from '../helpers/gate.js'
import { dial, listen } from '../helpers/wire.js'
import { portOf } from './helpers.js'

const GET = (url: string) => `GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`

/** An app with a limit of requests, which ends with the test, and a route that answers at once. */
function limited(t: Test, limit: number, prepare: (app: FastifyInstance) => unknown = () => {}) {
  const app = fastify({ forceCloseConnections: true })
  t.teardown(() => app.close())
  serveErrors(app)
  prepare(app)
  limitRequests(app, limit)
  app.get('/', async () => 'here')
  return {
    app,
    isAnswered: async (status: number) => t.equal((await app.inject('/')).statusCode, status),
    /** A connection of its own that has sent this. */
    async sent(text: string): Promise<Socket> {
      if (!app.server.listening) await listen(app)
      const { socket } = await dial(t, portOf(app))
      socket.write(text)
      return socket
    },
  }
}

t.test('requests beyond the limit are refused at once', async (t) => {
  const { app, isAnswered } = limited(t, 2)
  const begun = [gate(), gate()]
  const finish = gate()
  let count = 0
  app.post('/slow', async () => {
    begun[count++]?.open()
    await finish.passed
    return 'done'
  })
  const slow = [0, 1].map(() => app.inject({ method: 'POST', url: '/slow', payload: {} }))
  await Promise.all(begun.map(({ passed }) => passed))
  const refused = await app.inject('/')
  t.match(refused, { statusCode: 503, headers: { 'retry-after': '1' } })
  t.match(refused.json(), { error: 50300 })
  finish.open()
  for (const response of await Promise.all(slow)) t.equal(response.body, 'done')
  await isAnswered(200)
})

t.test('a closed connection and a slow body do not count', async (t) => {
  const { app, isAnswered, sent } = limited(t, 1)
  const begun = gate()
  const ended = gate()
  app.post('/', async (_request, reply) => {
    reply.raw.once('close', ended.open)
    begun.open()
    await new Promise(() => {})
  })
  const head =
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n'
  const socket = await sent(`${head}{`)
  await isAnswered(200)
  socket.write('}')
  await begun.passed
  await isAnswered(503)
  socket.destroy()
  await ended.passed
  await isAnswered(200)
})

t.test('a pipelined request counts until its client leaves', async (t) => {
  // They have all arrived before the first of them is worked on.
  const { app, isAnswered, sent } = limited(t, 2, (app) => app.addHook('onRequest', async () => {}))
  app.addHook('onRequest', () => new Promise((resolve) => setImmediate(resolve)))
  const begun = [gate(), gate()]
  const refused = gate()
  const left = gate()
  let count = 0
  app.get('/slow', async ({ raw }) => {
    raw.socket.once('close', left.open)
    begun[count++]?.open()
    await new Promise(() => {})
  })
  app.addHook('onError', async () => refused.open())
  const socket = await sent(GET('/slow').repeat(3))
  await Promise.all([...begun, refused].map(({ passed }) => passed))
  t.equal(count, 2, 'no more than the limit')
  await isAnswered(503)
  socket.destroy()
  await left.passed
  await isAnswered(200)
})

t.test('an unread response does not count, a stream does', async (t) => {
  const { app, isAnswered, sent } = limited(t, 1)
  const answered = gate()
  app.addHook('onSend', async () => answered.open())
  app.get('/large', async () => 'x'.repeat(50_000_000))
  app.get('/stream', async () => new Readable({ read() {} }))
  const socket = (await sent(GET('/large'))).pause()
  await answered.passed
  await isAnswered(200)
  const begun = once(app.server, 'request')
  const streaming = await sent(GET('/stream'))
  await begun
  let status = 200
  while (status === 200) status = (await app.inject('/')).statusCode
  t.equal(status, 503, 'while it is being made')
  streaming.destroy()
  socket.destroy()
})

t.test('a connection that is closed before its request is handled does not count', async (t) => {
  const { app, isAnswered, sent } = limited(t, 1)
  const arrived = gate()
  const worked = gate()
  app.get('/left', {
    async onRequest({ raw }) {
      arrived.open()
      await new Promise((resolve) => raw.socket.once('close', resolve))
    },
    async handler() {
      worked.open()
      await new Promise(() => {})
    },
  })
  const socket = await sent(GET('/left'))
  await arrived.passed
  socket.destroy()
  await worked.passed
  await isAnswered(200)
})
