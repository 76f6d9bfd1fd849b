import { once } from 'node:events'
import type { Readable } from 'node:stream'
import fastify from 'fastify'
import t, { type Test } from 'tap'
import { buildApp } from '../../src/server/app.js'
import { answerExpectations } from '../../src/server/request-head.js'
import { memory } from '../../src/store/memory.js'
import { portOf, testConfig, token } from './helpers.js'
import { open } from './http.js'

async function listening(t: Test): Promise<number> {
  const app = await buildApp({ config: testConfig(), store: memory() })
  t.teardown(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  return portOf(app)
}

const body = '{"id":1,"name":"fern"}'
const rest = (host: string, more = '') =>
  `${host}Authorization: Bearer ${token}\r\nContent-Type: application/json\r\n` +
  `Content-Length: ${body.length}\r\n${more}\r\n`

t.test('an invalid head is refused with the Error body, and the connection ends', async (t) => {
  const port = await listening(t)
  const line = 'POST /plants HTTP/1.1\r\n'
  const heads: [name: string, head: string][] = [
    ['no version', `POST /plants\r\n${rest('Host: a\r\n')}`],
    ['the version of another protocol', `POST /plants HTTP/2.0\r\n${rest('Host: a\r\n')}`],
    ['a tunnel', 'CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n'],
    ['no host', `${line}${rest('')}`],
    ['two hosts', `${line}${rest('Host: a\r\nhost: a\r\n')}`],
    ['a host with a space', `${line}${rest('Host: a b\r\n')}`],
    ['a host with a path', `${line}${rest('Host: a/b\r\n')}`],
    ['a host with a name', `${line}${rest('Host: me@a\r\n')}`],
    ['a host with two ports', `${line}${rest('Host: a:1:2\r\n')}`],
    ['two hosts of HTTP/1.0', `POST /plants HTTP/1.0\r\n${rest('Host: a\r\nHost: a\r\n')}`],
  ]
  for (const [name, head] of heads) {
    const { socket, received } = await open(port)
    socket.write(`${head}${body}`)
    t.match(await received, /^HTTP\/1\.1 400 [\s\S]*\r\n\r\n\{"error":40000,/, name)
  }
})

t.test('the name of a header in the value of another is ignored', async (t) => {
  const port = await listening(t)
  for (const more of ['X: host\r\n', 'X: Host\r\nY: host\r\n', 'host-name: b\r\n']) {
    const { socket } = await open(port)
    socket.write(`POST /plants HTTP/1.1\r\n${more}${rest('Host: a\r\n', more)}${body}`)
    t.match((await once(socket, 'data'))[0], /^HTTP\/1\.1 200 /, more)
    socket.destroy()
  }
})

t.test('an invalid target is refused', async (t) => {
  const port = await listening(t)
  for (const target of ['/plants#a', 'http://me@a/plants', 'HTTPS://me:secret@a?/plants']) {
    const { socket, received } = await open(port)
    socket.write(`POST ${target} HTTP/1.1\r\n${rest('Host: a\r\n')}${body}`)
    t.match(await received, /^HTTP\/1\.1 400 [\s\S]*\r\n\r\n\{"error":40000,/, target)
  }
  for (const target of ['http://a/plants', 'http://a/plants?a=@']) {
    const { socket } = await open(port)
    socket.write(`POST ${target} HTTP/1.1\r\n${rest('Host: a\r\n')}${body}`)
    t.match((await once(socket, 'data'))[0], /^HTTP\/1\.1 (200|409) /, target)
    socket.destroy()
  }
})

t.test('a body is of one media type', async (t) => {
  const port = await listening(t)
  const { socket } = await open(port)
  const head = rest('Host: a\r\n', 'content-type: text/plain\r\n')
  socket.write(`POST /plants HTTP/1.1\r\n${head}${body}`)
  t.match((await once(socket, 'data'))[0], /^HTTP\/1\.1 400 [\s\S]*\{"error":40000,/)
  socket.destroy()
})

t.test('valid hosts are accepted', async (t) => {
  const port = await listening(t)
  const hosts = ['a', 'a.example:80', '127.0.0.1:', '[::1]:3000', 'xn--a', '%C3%A4', '']
  const all = [
    ...hosts.map((host): [string, string] => [host, `HTTP/1.1\r\n${rest(`Host: ${host}\r\n`)}`]),
    ['none in HTTP/1.0', `HTTP/1.0\r\n${rest('')}`] as const,
  ]
  for (const [name, head] of all) {
    const { socket, received } = await open(port)
    socket.write(`POST /plants ${head}${body}`)
    const [answer] = await Promise.race([once(socket, 'data'), received.then((all) => [all])])
    t.match(answer, /^HTTP\/1\.1 (200|409) /, name)
    socket.destroy()
  }
})

t.test('a refused client that expects 100 Continue need not send its body', async (t) => {
  const port = await listening(t)
  const head = (authorization: string) =>
    'POST /plants HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n' +
    `${authorization}Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`
  const refused = await open(port)
  refused.socket.write(head(''))
  const [first] = await once(refused.socket, 'data')
  t.match(first, /^HTTP\/1\.1 401 /)
  refused.socket.destroy()
  const taken = await open(port)
  taken.socket.write(head(`Authorization: Bearer ${token}\r\n`))
  t.equal((await once(taken.socket, 'data'))[0], 'HTTP/1.1 100 Continue\r\n\r\n')
  taken.socket.write(body)
  t.match((await once(taken.socket, 'data'))[0], /^HTTP\/1\.1 200 /)
  taken.socket.destroy()
})

t.test('a body that breaks off after 100 Continue is refused', async (t) => {
  const port = await listening(t)
  const { socket, received } = await open(port)
  const head = rest('Host: a\r\n', 'Expect: 100-continue\r\n').replace(/Content-Length.*\r\n/, '')
  socket.write(`POST /plants HTTP/1.1\r\nTransfer-Encoding: chunked\r\n${head}`)
  await once(socket, 'data')
  socket.write('nonsense\r\n')
  t.match(await received, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 [^{]*\{"error":40000,/)
})

t.test(
  'who asks for another protocol is answered in this one, and the connection ends',
  async (t) => {
    const port = await listening(t)
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n'
    const { socket, received } = await open(port)
    socket.write(`POST /plants HTTP/1.1\r\n${rest('Host: a\r\n', upgrade)}${body}`)
    t.match(await received, /^HTTP\/1\.1 200 [\s\S]*\r\nconnection: close\r\n/i)
    const plain = await open(port)
    plain.socket.write(`POST /plants HTTP/1.1\r\n${rest('Host: a\r\n', 'Upgrade: h2c\r\n')}${body}`)
    t.match((await once(plain.socket, 'data'))[0], /\r\nconnection: keep-alive\r\n/i)
    plain.socket.destroy()
  },
)

t.test(
  'a client that asks for a tunnel and goes away ends nothing but its connection',
  async (t) => {
    const app = await buildApp({ config: testConfig(), store: memory() })
    t.teardown(() => app.close())
    await app.listen({ port: 0, host: '127.0.0.1' })
    const asked = once(app.server, 'connect')
    const { socket, received } = await open(portOf(app))
    socket.write('CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n')
    const [, here] = await asked
    here.destroy(new Error('reset'))
    await received
    t.equal((await app.inject('/openapi.json')).statusCode, 200)
  },
)

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
  for (const [type, continues] of [
    ['a/data', true],
    ['a/readable', true],
    ['a/none', false],
  ] as const) {
    const { socket } = await open(portOf(app))
    socket.write(
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n`,
    )
    const [first] = await once(socket, 'data')
    t.equal(first === 'HTTP/1.1 100 Continue\r\n\r\n', continues, type)
    if (continues) {
      socket.write('x')
      t.match((await once(socket, 'data'))[0], /^HTTP\/1\.1 200 [\s\S]*got x$/)
    } else t.match(first, /^HTTP\/1\.1 200 [\s\S]*got none$/)
    socket.destroy()
  }
})

t.test('an expectation other than 100-continue is refused', async (t) => {
  const port = await listening(t)
  const { socket } = await open(port)
  socket.write(`POST /plants HTTP/1.1\r\n${rest('Host: a\r\n', 'Expect: a-miracle\r\n')}${body}`)
  t.match((await once(socket, 'data'))[0], /^HTTP\/1\.1 417 [\s\S]*\{"error":41700,/)
  socket.destroy()
})

t.test('no header is lost among a thousand', async (t) => {
  const port = await listening(t)
  const { socket } = await open(port)
  const many = Array.from({ length: 2_100 }, (_, at) => `a${at}:\r\n`).join('')
  socket.write(`POST /plants HTTP/1.1\r\n${many}${rest('Host: a\r\n')}${body}`)
  t.match((await once(socket, 'data'))[0], /^HTTP\/1\.1 200 /)
  socket.destroy()
})
