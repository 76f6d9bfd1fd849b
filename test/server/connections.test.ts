import fastify from 'fastify'
import t from 'tap'
import { endConnectionsOnClose, limitConnections } from '../../src/server/connections.js'
import { gate } from '../helpers/gate.js'
import { capture, linesOf, portOf } from './helpers.js'
import { open } from './http.js'

t.test('connections beyond the limit are closed at once, with one line in the log', async (t) => {
  const output = capture()
  const app = fastify({ logger: { stream: output, level: 'warn' } })
  limitConnections(app, 1, 50)
  t.teardown(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const first = await open(portOf(app))
  for (let more = 0; more < 3; more++) {
    const { received } = await open(portOf(app))
    t.equal(await received, '')
  }
  t.match(linesOf(output.text()), [{ level: 40, limit: 1, msg: /^too many connections/ }])
  while (linesOf(output.text()).length < 2) await (await open(portOf(app))).received
  t.pass('and another one later')
  first.socket.destroy()
})

t.test('a request that is under way when the server stops ends its connection', async (t) => {
  const app = fastify()
  endConnectionsOnClose(app)
  const begun = gate()
  const finish = gate()
  app.addHook('preClose', async () => finish.open())
  app.get('/now', async () => 'now')
  app.get('/slow', async () => {
    begun.open()
    await finish.passed
    return 'slow'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { socket, received } = await open(portOf(app))
  socket.write('GET /now HTTP/1.1\r\nHost: a\r\n\r\nGET /slow HTTP/1.1\r\nHost: a\r\n\r\n')
  await begun.passed
  await app.close()
  const [, now = '', slow = ''] = (await received).split('HTTP/1.1 200 OK')
  t.match(now, /^connection: keep-alive/im)
  t.match(slow, /^connection: close/im)
  t.match(slow, /\r\n\r\nslow$/)
})

t.test('a connection on which nothing was sent does not hold a server that stops', async (t) => {
  const app = fastify({ forceCloseConnections: 'idle' })
  endConnectionsOnClose(app)
  app.get('/', async () => 'a')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { socket, received } = await open(portOf(app))
  t.teardown(() => socket.destroy())
  const used = await open(portOf(app))
  used.socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  await used.received
  await app.close()
  t.equal(await received, '')
})
