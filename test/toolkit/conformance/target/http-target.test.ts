import { createServer, type RequestListener } from 'node:http'
import t, { type Test } from 'tap'
import { isResponse, type Outcome } from '#toolkit/conformance/exchange/response.js'
import { HttpTarget } from '#toolkit/conformance/target/http-target.js'
import { answering as answeringServer, LONG, urlOf } from '../helpers/serving.js'

function targetAt(t: Test, url: string): HttpTarget {
  const target = new HttpTarget(url)
  t.teardown(() => target.close())
  return target
}

const targetOf = async (t: Test, listener: RequestListener, path = '') =>
  targetAt(t, (await urlOf(t, createServer(listener))) + path)

const answering = async (t: Test, text: string) =>
  targetAt(
    t,
    await urlOf(
      t,
      answeringServer((socket) => socket.end(text, 'latin1')),
    ),
  )

const GET = { method: 'GET', target: '/a', headers: [] }
const told = (outcome: Outcome) =>
  isResponse(outcome) ? `${outcome.status} ${outcome.body}` : outcome.failure

t.test('requests below a path', async (t) => {
  const target = await targetOf(t, ({ url }, response) => response.end(url), '/v1/')
  t.equal(target.basePath, '/v1')
  t.notOk(target.isWhole)
  t.equal(told(await target.send(GET, LONG)), '200 /v1/a')
  const root = await targetOf(t, ({ url }, response) => response.end(url))
  t.ok(root.isWhole)
  t.equal(told(await root.send({ ...GET, target: '' }, LONG)), '200 /')
  t.throws(() => new HttpTarget('ftp://a.example'), { message: /is no http or https URL/ })
  t.equal(new HttpTarget('https://a.example/').baseUrl, 'https://a.example')
})

t.test('HEAD has a connection of its own: a wrong body after it is no next response', async (t) => {
  const sockets = new Set<unknown>()
  const target = await targetOf(t, ({ socket }, response) => {
    sockets.add(socket)
    response.end()
  })
  for (const method of ['GET', 'HEAD', 'GET']) await target.send({ ...GET, method }, LONG)
  t.equal(sockets.size, 2)
})

t.test('a stream without an end, and a body without one', async (t) => {
  const target = await targetOf(t, (_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.write('data: 1\n\n')
  })
  const outcome = await target.send(GET, LONG)
  t.match(outcome, { status: 200, isPartial: true })
  const large = await targetOf(t, (_, response) => response.end(Buffer.alloc(17 * 2 ** 20)))
  t.match(await large.send(GET, LONG), { isPartial: true })
})

t.test('what is no response', async (t) => {
  const silent = await targetOf(t, () => {})
  t.equal(told(await silent.send(GET, 50)), 'time')
  t.equal(told(await silent.send({ ...GET, method: 'A B' }, LONG)), 'refused')
  t.equal(told(await (await answering(t, 'SSH-2.0\r\n')).send(GET, LONG)), 'malformed')
  t.equal(told(await (await answering(t, '')).send(GET, LONG)), 'closed')
  const cut = await answering(t, 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\na')
  t.equal(told(await cut.send(GET, LONG)), 'closed')
  const nobody = new HttpTarget('http://127.0.0.1:1')
  t.equal(told(await nobody.send(GET, LONG)), 'refused')
})

t.test('a request at which a server is gone is not sent to nobody again', async (t) => {
  const server = createServer((request, response) => {
    if (request.url !== '/last') return void response.end()
    server.close()
    request.socket.destroy()
  })
  const target = targetAt(t, await urlOf(t, server))
  t.equal(await target.takesConnections(LONG), true)
  t.equal(told(await target.send(GET, LONG)), '200 ')
  t.equal(told(await target.send({ ...GET, target: '/last' }, LONG)), 'closed')
  t.equal(await target.takesConnections(LONG), false)
  t.equal(told(await target.send(GET, LONG)), 'refused')
})

t.test('connections that were closed while idle are no fault of the server', async (t) => {
  const used = new Set<unknown>()
  const target = await targetOf(t, ({ socket }, response) => {
    if (used.has(socket)) socket.destroy()
    else response.end('new')
    used.add(socket)
  })
  const several = await Promise.all([1, 2, 3].map(() => target.send(GET, LONG)))
  t.same(several.map(told), ['200 new', '200 new', '200 new'])
  t.equal(told(await target.send(GET, LONG)), '200 new')
})

t.test('bytes', async (t) => {
  const bytes = Buffer.from('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  const send = async (text: string) =>
    told(await (await answering(t, text)).sendRaw({ bytes }, LONG))
  t.equal(await send('HTTP/1.1 200 OK\r\n\r\nabc'), '200 abc')
  t.equal(await send('HTTP/1.1 200 OK\r\n'), 'malformed')
  t.equal(await send(''), 'closed')
  t.equal(await send('a'.repeat(5 * 2 ** 20)), 'malformed')
  const silent = await targetOf(t, () => {})
  t.equal(told(await silent.sendRaw({ bytes }, 50)), 'time')
  const refused = new HttpTarget('http://127.0.0.1:1')
  t.equal(told(await refused.sendRaw({ bytes, after: 'end' }, LONG)), 'refused')
  const all = await targetOf(t, (_, response) => response.end('a'))
  t.match(await all.sendRaw({ bytes: Buffer.concat([bytes]), readsAll: true }, LONG), {
    status: 200,
  })
})
