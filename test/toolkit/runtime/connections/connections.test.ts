import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { type ConnectionOptions, clientErrorHandler, connections } from 'fastify-contract'
import t, { type Test } from 'tap'
import { gate } from '../../../helpers/gate.js'
import { recordLog } from '../../../helpers/log.js'
import { dial, listen } from '../../../helpers/wire.js'

/** An app whose routes a test adds, and its log. */
async function appOf(t: Test, options: ConnectionOptions = {}) {
  const { logger, lines } = recordLog()
  const app: FastifyInstance = fastify({ logger, clientErrorHandler, return503OnClosing: false })
  t.teardown(() => app.close())
  await app.register(connections, { grace: 0, ...options })
  return { app, lines }
}

t.test('as many pipelined requests as the limit allows are answered in order', async (t) => {
  const { app } = await appOf(t)
  app.get<{ Params: { n: string } }>('/:n', async ({ params: { n } }) => `<${n}>`)
  const { ask, until } = await dial(t, app)
  ask(...Array.from({ length: 64 }, (_, n) => `GET /${n}`))
  const numbers = [...(await until('<63>')).matchAll(/<(\d+)>/g)].map(([, n]) => Number(n))
  t.same(numbers, [...Array(64).keys()])
  ask('GET /again')
  t.match(await until('<again>'), '<63>', 'what is answered counts no more')
})

t.test('one request more than the limit closes its connection and no other one', async (t) => {
  const { app } = await appOf(t, { unanswered: 3 })
  let begun = 0
  app.get('/', () => {
    begun++
    return new Promise(() => {})
  })
  app.get('/well', () => 'well')
  const port = await listen(app)
  const { ask, closed } = await dial(t, port)
  ask(...Array(10).fill('GET /'))
  t.equal(await closed, '')
  t.equal(begun, 3, 'nothing is begun for it any more')
  const well = await dial(t, port)
  well.ask('GET /well')
  t.match(await well.until('well'), '200 OK')
})

t.test('requests behind the end of a connection are not begun, nor logged as errors', async (t) => {
  const { app, lines } = await appOf(t)
  const seen: string[] = []
  app.get('/', ({ raw }, reply) => {
    seen.push('first')
    reply.hijack()
    raw.socket.destroy()
  })
  app.get('/next', () => seen.push('next'))
  const { ask, closed } = await dial(t, app)
  ask('GET /', 'GET /next', 'GET /next', 'GET /next')
  t.equal(await closed, '')
  t.same(seen, ['first'])
  t.notOk(lines.some(({ level }) => level > 30))
})

t.test('a response that ends its connection waits for the rest of the body', async (t) => {
  const { app } = await appOf(t)
  const refused = gate()
  app.addHook('onRequest', async (_request, reply) => {
    setImmediate(refused.open)
    return reply.code(401).send('no')
  })
  const port = await listen(app)
  const ends: [version: string, header: string][] = [
    ['1.1', 'Connection: close\r\n'],
    ['1.0', ''],
  ]
  for (const [version, header] of ends) {
    const { socket, closed } = await dial(t, port)
    let received = ''
    socket.on('data', (text) => (received += text))
    socket.write(`POST / HTTP/${version}\r\nHost: a\r\n${header}Content-Length: 8\r\n\r\nhalf`)
    await refused.passed
    t.equal(received, '')
    socket.write('half')
    t.match(await closed, /^HTTP\/1\.1 401 [\s\S]*no$/, version)
  }
})

t.test('a client that sends no more of its body gets its response all the same', async (t) => {
  for (const [status, more] of [
    [413, 'Content-Length: 99999999999\r\n\r\nhalf'],
    [401, 'Expect: 100-continue\r\nContent-Length: 8\r\n\r\n'],
  ] as const) {
    const { app } = await appOf(t)
    app.server.on('checkContinue', (raw, response) => app.server.emit('request', raw, response))
    app.addHook('onRequest', async (_request, reply) => reply.code(status).send('no'))
    const { socket, closed } = await dial(t, app)
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${more}`)
    t.match(await closed, new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*no$`))
  }
})

t.test('a client that leaves in the middle of a refused body ends the wait for it', async (t) => {
  const { app } = await appOf(t)
  const left = gate()
  app.addHook('onRequest', async (_request, reply) => reply.code(401).send('no'))
  app.addHook('onSend', async () => left.open())
  const { ask, socket, closed } = await dial(t, app)
  const begun = once(app.server, 'request') as Promise<[IncomingMessage]>
  ask('POST / (connection: close; content-length: 8) half')
  const [{ socket: here }] = await begun
  const gone = once(here as Socket, 'close')
  socket.destroy()
  await closed
  await gone
  await left.passed
})
