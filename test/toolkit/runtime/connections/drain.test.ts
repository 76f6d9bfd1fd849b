import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo, Server, Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises'
import { connect } from 'node:tls'
import fastify from 'fastify'
import { connections } from 'fastify-contract'
import t, { type Test } from 'tap'
import { endIdle, serverClosed } from '#toolkit/runtime/connections/closing.js'
import { gate } from '../../../helpers/gate.js'
import { messageOf } from '../../../helpers/talk.js'
import { ROOT } from '../../../helpers/tsc.js'
import { dial, listen } from '../../../helpers/wire.js'

/** An app that gives idle connections a time when it closes. */
async function app(
  t: Test,
  grace: number,
  preClose = async () => {},
  portClosed?: () => Promise<void>,
) {
  const app = fastify({ return503OnClosing: false })
  t.teardown(() => app.close())
  await app.register(connections, { grace, ...(portClosed && { portClosed }) })
  app.addHook('preClose', preClose)
  const begun = gate()
  const finish = gate()
  app.get('/', async () => 'done')
  app.get('/slow', async () => {
    begun.open()
    await finish.passed
    return 'slow'
  })
  app.get('/begun', (_request, reply) => {
    reply.hijack()
    reply.raw.write('begun')
    setTimeout(() => reply.raw.end(), 100)
  })
  return { app, begun, finish, port: await listen(app) }
}

t.test('idle and new connections are answered once more, with connection: close', async (t) => {
  const { app: server, port } = await app(t, 60_000)
  const wires = await Promise.all(Array.from({ length: 30 }, () => dial(t, port)))
  wires[0]?.ask('GET /')
  await wires[0]?.until('done')
  const closed = server.close()
  await turn()
  for (const { ask } of wires) ask('GET /')
  for (const wire of wires) t.match(await wire.closed, /connection: close\r\n[\s\S]*done$/i)
  await closed
})

t.test('a connection that stays idle is ended, not reset', async (t) => {
  const { app: server, port } = await app(t, 20)
  const { ask, socket, until } = await dial(t, port)
  ask('GET /')
  await until('done')
  let error: Error | undefined
  socket.on('error', (thrown) => (error = thrown))
  const ended = once(socket, 'end')
  await server.close()
  await ended
  t.equal(error, undefined)
})

t.test('a connection that becomes idle later is ended too', async (t) => {
  const { app: server, port } = await app(t, 20)
  const { ask, until, closed } = await dial(t, port)
  ask('GET /begun')
  await until('begun')
  await server.close()
  t.match(await closed, /keep-alive/i)
})

t.test('requests in progress are answered, and the last one ends the connection', async (t) => {
  const { app: server, begun, finish, port } = await app(t, 60_000)
  const { ask, closed } = await dial(t, port)
  ask('GET /slow', 'GET /slow')
  await begun.passed
  await turn()
  const all = server.close()
  await turn()
  finish.open()
  const [, first = '', second = ''] = (await closed).split('HTTP/1.1 200 OK')
  t.match(first, /connection: keep-alive\r\n[\s\S]*slow$/i)
  t.match(second, /connection: close\r\n[\s\S]*slow$/i)
  await all
})

t.test('last responses wait until the port is closed', async (t) => {
  let late: Promise<boolean> | undefined
  const askLate = async () => {
    const { ask, until } = await dial(t, port)
    ask('GET /slow', 'GET /')
    await begun.passed
    finish.open()
    late = until('done').then(() => server.server.listening)
    await Promise.race([late, delay(100)])
  }
  const { app: server, begun, finish, port } = await app(t, 60_000, askLate)
  const { ask, closed } = await dial(t, port)
  const all = server.close()
  await turn()
  ask('GET /')
  t.match(await closed, /done$/)
  await all
  t.equal(await late, false)
})

t.test('last responses wait until other processes have closed the port', async (t) => {
  const others = gate()
  const { app: server, begun, finish, port } = await app(t, 20, undefined, () => others.passed)
  const { ask, until } = await dial(t, port)
  ask('GET /slow')
  await begun.passed
  const all = server.close()
  while (server.server.listening) await delay(5)
  finish.open()
  const sent = until('slow').then(() => 'sent')
  t.equal(await Promise.race([sent, delay(50, 'not sent')]), 'not sent')
  others.open()
  t.equal(await sent, 'sent')
  await all
})

t.test('responses do not wait for a server that listens on', async (t) => {
  await t.resolves(serverClosed({ listening: true } as Server))
})

t.test('an app that does not listen closes at once', async (t) => {
  const silent = fastify()
  await silent.register(connections, { grace: 2 ** 30 })
  silent.get('/', () => 'done')
  t.equal((await silent.inject('/')).headers.connection, 'keep-alive')
  await silent.close()
})

t.test('a connection that has never been used is ended when its time is over', async (t) => {
  const { app: server, port } = await app(t, 10)
  const { closed } = await dial(t, port)
  await server.close()
  t.equal(await closed, '')
})

t.test('a connection that was accepted lately has its time for a first request', async (t) => {
  const { app: server, port } = await app(t, 60_000)
  const accepted = once(server.server, 'connection') as Promise<[Socket]>
  const { ask, closed, until } = await dial(t, port)
  const [own] = await accepted
  endIdle(own, performance.now(), 60_000)
  ask('GET /')
  await until('done')
  endIdle(own, performance.now(), 60_000)
  t.match(await closed, /done$/, 'it is idle after its response')
})

t.test('connections of an HTTPS server are counted, and ended with it', async (t) => {
  const pem = (name: string) => readFileSync(path.join(ROOT, 'test/fixtures/tls', name))
  const https = { key: pem('localhost.key'), cert: pem('localhost.pem') }
  const secure = fastify({ https })
  t.teardown(() => secure.close())
  await secure.register(connections, { unanswered: 2, grace: 10 })
  secure.get('/', () => 'done')
  secure.get('/never', () => new Promise(() => {}))
  await secure.listen({ port: 0, host: '127.0.0.1' })
  const { port } = secure.server.address() as AddressInfo
  const greedy = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
  greedy.on('error', () => {}).write(messageOf('GET /never').repeat(3))
  await once(greedy.resume(), 'close')
  const idle = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
  idle.write(messageOf('GET /'))
  await once(idle, 'data')
  const closed = once(idle, 'close')
  await secure.close()
  await closed
})
