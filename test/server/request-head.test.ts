import { once } from 'node:events'
import type { Readable } from 'node:stream'
import fastify from 'fastify'
import t, { type Test } from 'tap'
import { answerExpectations } from '../../src/server/request-head.js'
import { dial } from '../helpers/wire.js'
import { portOf, testApp, token } from './helpers.js'

const body = '{"id":1,"name":"fern"}'
const LINE = 'POST /plants HTTP/1.1\r\n'
const HOST = 'Host: a\r\n'
const rest = (host: string, more = '') =>
  `${host}Authorization: Bearer ${token}\r\nContent-Type: application/json\r\n` +
  `Content-Length: ${body.length}\r\n${more}\r\n`
const REFUSED = /^HTTP\/1\.1 400 [\s\S]*\r\n\r\n\{"error":40000,/
const TAKEN = /^HTTP\/1\.1 200 /

/** Heads of requests, and what they are answered with; after a refusal the connection ends. */
const heads: readonly (readonly [name: string, head: string, answer: RegExp])[] = [
  ['no version', `POST /plants\r\n${rest(HOST)}`, REFUSED],
  ['the version of another protocol', `POST /plants HTTP/2.0\r\n${rest(HOST)}`, REFUSED],
  ['a tunnel', 'CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n', REFUSED],
  ['no host', LINE + rest(''), REFUSED],
  ['two hosts', LINE + rest('Host: a\r\nhost: a\r\n'), REFUSED],
  ['a host with a space', LINE + rest('Host: a b\r\n'), REFUSED],
  ['a host with a path', LINE + rest('Host: a/b\r\n'), REFUSED],
  ['a host with a name', LINE + rest('Host: me@a\r\n'), REFUSED],
  ['a host with two ports', LINE + rest('Host: a:1:2\r\n'), REFUSED],
  ['two hosts of HTTP/1.0', `POST /plants HTTP/1.0\r\n${rest(HOST + HOST)}`, REFUSED],
  ['two media types', LINE + rest(HOST, 'content-type: text/plain\r\n'), REFUSED],
  ...['/plants#a', 'http://me@a/plants', 'HTTPS://me:secret@a?/plants'].map(
    (target) => [target, `POST ${target} HTTP/1.1\r\n${rest(HOST)}`, REFUSED] as const,
  ),
  ...['http://a/plants', 'http://a/plants?a=@'].map(
    (target) => [target, `POST ${target} HTTP/1.1\r\n${rest(HOST)}`, TAKEN] as const,
  ),
  ...['a', 'a.example:80', '127.0.0.1:', '[::1]:3000', 'xn--a', '%C3%A4', ''].map(
    (host) => [`the host ${host}`, LINE + rest(`Host: ${host}\r\n`), TAKEN] as const,
  ),
  ['no host in HTTP/1.0', `POST /plants HTTP/1.0\r\n${rest('')}`, TAKEN],
  // The name of a header in the value of another, or in another name.
  ...['X: host\r\n', 'X: Host\r\nY: host\r\n', 'host-name: b\r\n'].map(
    (more) => [more, `${LINE}${more}${rest(HOST, more)}`, TAKEN] as const,
  ),
  [
    'no header is lost among a thousand',
    LINE + Array.from({ length: 2_100 }, (_, at) => `a${at}:\r\n`).join('') + rest(HOST),
    TAKEN,
  ],
  [
    'another protocol, where the connection ends',
    LINE + rest(HOST, 'Connection: Upgrade\r\nUpgrade: websocket\r\n'),
    /^HTTP\/1\.1 200 [\s\S]*\r\nconnection: close\r\n/i,
  ],
  ['another protocol', LINE + rest(HOST, 'Upgrade: h2c\r\n'), /\r\nconnection: keep-alive\r\n/i],
  [
    'another expectation than 100-continue',
    LINE + rest(HOST, 'Expect: a-miracle\r\n'),
    /^HTTP\/1\.1 417 [\s\S]*\{"error":41700,/,
  ],
]

t.test('a head is judged, with the Error body where it is refused', async (t) => {
  const { listen } = await testApp(t)
  const port = await listen()
  for (const [name, head, answer] of heads) {
    const { socket, until, closed } = await dial(t, port)
    socket.write(`${head}${body}`)
    t.match(answer === REFUSED ? await closed : await until('}'), answer, name)
    socket.destroy()
  }
})

async function expecting(t: Test, head: string) {
  const { listen } = await testApp(t)
  const wire = await dial(t, await listen())
  wire.socket.write(
    `${LINE}${HOST}Content-Type: application/json\r\n${head}Expect: 100-continue\r\n\r\n`,
  )
  return wire
}

t.test('a refused client that expects 100 Continue need not send its body', async (t) => {
  const length = `Content-Length: ${body.length}\r\n`
  const refused = await expecting(t, length)
  t.match(await refused.until('}'), /^HTTP\/1\.1 401 /)
  const taken = await expecting(t, `Authorization: Bearer ${token}\r\n${length}`)
  t.equal(await taken.until('\r\n\r\n'), 'HTTP/1.1 100 Continue\r\n\r\n')
  taken.socket.write(body)
  t.match(await taken.until('fern'), /\r\n\r\nHTTP\/1\.1 200 /)
})

t.test('a body that breaks off after 100 Continue is refused', async (t) => {
  const head = `Authorization: Bearer ${token}\r\nTransfer-Encoding: chunked\r\n`
  const { socket, until, closed } = await expecting(t, head)
  await until('Continue')
  socket.write('nonsense\r\n')
  t.match(await closed, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 [^{]*\{"error":40000,/)
})

t.test('a client that asks for a tunnel and goes away ends its connection alone', async (t) => {
  const { app, listen } = await testApp(t)
  const { socket, closed } = await dial(t, await listen())
  const asked = once(app.server, 'connect')
  socket.write('CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n')
  const [, here] = await asked
  here.destroy(new Error('reset'))
  await closed
  t.equal((await app.inject('/openapi.json')).statusCode, 200)
})

t.test('100 Continue is sent when a body begins to be read, however it is read', async (t) => {
  const app = fastify()
  t.teardown(() => app.close())
  answerExpectations(app)
  app.addContentTypeParser('a/data', (_request, payload, done) => {
    let text = ''
    payload.on('data', (chunk) => {
      text += chunk
    })
    payload.on('end', () => done(null, text))
  })
  app.addContentTypeParser('a/readable', async (_request: unknown, payload: Readable) => {
    let text = ''
    for await (const chunk of payload) text += chunk
    return text
  })
  app.addContentTypeParser('a/none', async (_request: unknown, payload: Readable) => {
    payload.on('error', () => {})
    return 'none'
  })
  app.post('/', async ({ body }) => `got ${body}`)
  await app.listen({ port: 0, host: '127.0.0.1' })
  for (const [type, got] of Object.entries({
    'a/data': 'x',
    'a/readable': 'x',
    'a/none': 'none',
  })) {
    const { socket, until } = await dial(t, portOf(app))
    socket.write(
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n`,
    )
    const first = await until('\r\n\r\n')
    if (got === 'x') t.equal(first, 'HTTP/1.1 100 Continue\r\n\r\n', type)
    else t.match(first, /^HTTP\/1\.1 200 /)
    socket.write('x')
    t.match(await until(`got ${got}`), /HTTP\/1\.1 200 /)
  }
})
