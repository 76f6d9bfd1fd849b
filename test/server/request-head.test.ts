import { once } from 'node:events'
import type { Readable } from 'node:stream'
import fastify from 'fastify'
import t, { type Test } from 'tap'
import { answerExpectations } from '../../src/server/request-head.js'
import { rowsOf } from '../helpers/rows.js'
import { dial, listen } from '../helpers/wire.js'
import { testApp, token } from './helpers.js'

const body = '{"id":1,"name":"fern"}'
const LINE = 'POST /plants HTTP/1.1'
const MANY = Array.from({ length: 2_100 }, (_, at) => `a${at}:`).join(' | ')

/** Headers that each head begins with. */
const REST = [
  `Authorization: Bearer ${token}`,
  'Content-Type: application/json',
  `Content-Length: ${body.length}`,
]

/** The status of an answer, with a header, if any, and the lines of the head but for those. */
const HEADS = `
  400 | POST /plants | Host: a
  400 | POST /plants HTTP/2.0 | Host: a
  400 | CONNECT a:80 HTTP/1.1 | Host: a:80
  400 | ${LINE}
  400 | ${LINE} | Host: a | host: a
  400 | ${LINE} | Host: a b
  400 | ${LINE} | Host: a/b
  400 | ${LINE} | Host: me@a
  400 | ${LINE} | Host: a:1:2
  400 | POST /plants HTTP/1.0 | Host: a | Host: a
  400 connection: keep-alive | ${LINE} | Host: a | content-type: text/plain
  400 | POST /plants#a HTTP/1.1 | Host: a
  400 | POST http://me@a/plants HTTP/1.1 | Host: a
  400 | POST HTTPS://me:secret@a?/plants HTTP/1.1 | Host: a
  200 | POST http://a/plants HTTP/1.1 | Host: a
  200 | POST http://a/plants?a=@ HTTP/1.1 | Host: a
  200 | ${LINE} | Host: a
  200 | ${LINE} | Host: a.example:80
  200 | ${LINE} | Host: 127.0.0.1:
  200 | ${LINE} | Host: [::1]:3000
  200 | ${LINE} | Host: xn--a
  200 | ${LINE} | Host: %C3%A4
  200 | ${LINE} | Host:
  200 | POST /plants HTTP/1.0
  200 | ${LINE} | X: host | Host: a | X: host
  200 | ${LINE} | X: Host | Y: host | Host: a | X: Host | Y: host
  200 | ${LINE} | host-name: b | Host: a | host-name: b
  200 | ${LINE} | ${MANY} | Host: a
  200 connection: close | ${LINE} | Host: a | Connection: Upgrade | Upgrade: websocket
  200 connection: keep-alive | ${LINE} | Host: a | Upgrade: h2c
  417 | ${LINE} | Host: a | Expect: a-miracle
`

t.test('a head is judged, with the Error body where it is refused', async (t) => {
  const { listen } = await testApp(t)
  const port = await listen()
  for (const [answer = '', line = '', ...headers] of rowsOf(HEADS)) {
    const { socket, until, closed } = await dial(t, port)
    socket.write(`${[line, ...REST, ...headers].join('\r\n')}\r\n\r\n${body}`)
    const [status = '', header = ''] = answer.split(/ (.*)/)
    // After most refusals of what is malformed the connection ends.
    const text = answer === '400' ? await closed : await until('}')
    t.ok(text.startsWith(`HTTP/1.1 ${status} `), `${answer}: ${line} ${headers.slice(-9)}`)
    t.ok(text.toLowerCase().includes(header), text)
    if (status !== '200') t.match(text, `\r\n\r\n{"error":${status}00,`)
    socket.destroy()
  }
})

/** Statuses for bodies of these codings (RFC 9112, section 6.1). */
const CODINGS = `
  200 | HTTP/1.1 | Chunked
  501 | HTTP/1.1 | gzip, chunked
  400 | HTTP/1.0 | chunked
`

t.test('a body may be chunked, and not coded otherwise', async (t) => {
  const { listen } = await testApp(t)
  const port = await listen()
  const [authorization, type] = REST
  const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
  for (const [status, version, coding] of rowsOf(CODINGS)) {
    const { socket, until } = await dial(t, port)
    const head = [`POST /plants ${version}`, 'Host: a', authorization, type]
    socket.write(`${head.join('\r\n')}\r\nTransfer-Encoding: ${coding}\r\n\r\n${chunks}`)
    const text = await until('}')
    t.ok(text.startsWith(`HTTP/1.1 ${status} `), `${version} ${coding}: ${text}`)
    if (status !== '200') t.match(text, `{"error":${status}00,`)
    socket.destroy()
  }
})

async function expecting(t: Test, head: string) {
  const { listen } = await testApp(t)
  const wire = await dial(t, await listen())
  wire.socket.write(
    `${LINE}\r\nHost: a\r\nContent-Type: application/json\r\n${head}Expect: 100-continue\r\n\r\n`,
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
  const readers: Readonly<Record<string, (payload: Readable) => Promise<string>>> = {
    data: (payload) =>
      new Promise((resolve) => {
        let text = ''
        payload.on('data', (chunk) => (text += chunk)).on('end', () => resolve(text))
      }),
    readable: async (payload) => {
      let text = ''
      for await (const chunk of payload) text += chunk
      return text
    },
    none: async (payload) => {
      payload.on('error', () => {})
      return 'none'
    },
  }
  for (const [type, reader] of Object.entries(readers))
    app.addContentTypeParser(`a/${type}`, (_request: unknown, payload: Readable) => reader(payload))
  app.post('/', async ({ body }) => `got ${body}`)
  const port = await listen(app)
  for (const type of Object.keys(readers)) {
    const got = type === 'none' ? 'none' : 'x'
    const { socket, until } = await dial(t, port)
    socket.write(
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: a/${type}\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n`,
    )
    const first = await until('\r\n\r\n')
    if (got === 'x') t.equal(first, 'HTTP/1.1 100 Continue\r\n\r\n', type)
    else t.match(first, /^HTTP\/1\.1 200 /)
    socket.write('x')
    t.match(await until(`got ${got}`), /HTTP\/1\.1 200 /)
  }
})
