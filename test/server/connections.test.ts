import fastify from 'fastify'
import t from 'tap'
import { limitConnections } from '../../src/server/connections.js'
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
