import fastify from 'fastify'
import t, { type Test } from 'tap'
import { limitConnections } from '../../src/server/limit-connections.js'
import { dial } from '../helpers/wire.js'
import { capture, linesOf, portOf } from './helpers.js'

/** An app that takes one connection, which it has. */
async function full(t: Test, isNew?: () => boolean) {
  const output = capture()
  const app = fastify({ logger: { stream: output, level: 'warn' } })
  limitConnections(app, 1, isNew)
  t.teardown(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { socket } = await dial(t, portOf(app))
  const refused = async () => (await dial(t, portOf(app))).closed
  return { app, socket, refused, lines: () => linesOf(output.text()) }
}

t.test('connections beyond the limit are closed at once, with one line in the log', async (t) => {
  const { refused, lines } = await full(t)
  for (let more = 0; more < 3; more++) t.equal(await refused(), '')
  t.equal(lines().length, 1)
  t.match(lines(), [{ level: 40, limit: 1, msg: /^too many connections/ }])
})

t.test('a connection that ends makes room for another', async (t) => {
  const { app, socket } = await full(t)
  socket.destroy()
  let answer = ''
  while (answer === '') {
    const wire = await dial(t, portOf(app))
    wire.socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    answer = await wire.closed
  }
  t.match(answer, /^HTTP\/1\.1 404 /)
})

t.test('a later drop is logged again', async (t) => {
  const { refused, lines } = await full(t, () => true)
  while (lines().length < 2) await refused()
  t.match(lines().at(-1), { limit: 1 })
})
