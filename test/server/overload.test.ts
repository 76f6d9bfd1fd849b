import fastify from 'fastify'
import t from 'tap'
import { serveErrors } from '../../src/contract/index.js'
import { limitRequests } from '../../src/server/overload.js'
import { gate, portOf } from './helpers.js'
import { open } from './http.js'

t.test('while too many requests are worked on more are refused at once', async (t) => {
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

t.test('a client that leaves, and a body that does not arrive, take no place', async (t) => {
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
  const { socket } = await open(portOf(app))
  socket.write(`${head}{`)
  t.equal((await app.inject('/')).statusCode, 200)
  socket.write('}')
  await begun.passed
  t.equal((await app.inject('/')).statusCode, 503)
  socket.destroy()
  await ended.passed
  t.equal((await app.inject('/')).statusCode, 200)
})
