import { once } from 'node:events'
import { Duplex } from 'node:stream'
import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import fastify from 'fastify'
import { clientErrorHandler, connections } from 'fastify-contract'
import t from 'tap'
import { gate } from '../../../helpers/gate.js'
import { dial, listen } from '../../../helpers/wire.js'

const app = fastify({ clientErrorHandler, http: { maxHeaderSize: 1000 } })
const answered = gate()
await app.register(connections)
app.get('/', async () => 'fine')
app.post('/', async () => 'fine')
app.get('/slow', async () => {
  await answered.passed
  return 'slow'
})
app.post('/early', { onRequest: async (_request, reply) => reply.send('early') }, () => {})
app.post(
  '/part',
  {
    onRequest: async (_request, reply) => {
      reply.hijack()
      reply.raw.write('part')
    },
  },
  () => {},
)
t.teardown(() => app.close())
const port = await listen(app)

const sent: Record<string, readonly [text: string, status: string, error: number]> = {
  'no HTTP': ['hello\r\n\r\n', '400 Bad Request', 40000],
  'a header without a name': ['GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n', '400 Bad Request', 40000],
  'two lengths': [
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    '400 Bad Request',
    40000,
  ],
  'a head too large': [
    `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(2000)}\r\n\r\n`,
    '431 Request Header Fields Too Large',
    43100,
  ],
  'chunk extensions too large': [
    `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}`,
    '413 Payload Too Large',
    41300,
  ],
}

for (const [name, [text, status, error]] of Object.entries(sent)) {
  t.test(`${name} is answered ${error}, and the connection closed`, async (t) => {
    const { socket, closed } = await dial(t, port)
    socket.write(text)
    const [head = '', body = ''] = (await closed).split('\r\n\r\n')
    t.match(head, `HTTP/1.1 ${status}\r\n`)
    t.match(head, 'Content-Type: application/json; charset=utf-8\r\n')
    t.match(head, `Content-Length: ${Buffer.byteLength(body)}\r\n`)
    t.match(head, /Connection: close$/)
    t.match(JSON.parse(body), { error, message: String })
  })
}

t.test('a fault in the request behind a response is answered too', async (t) => {
  const faults = { 400: 'hello\r\n\r\n', 431: `GET / HTTP/1.1\r\nX: ${'x'.repeat(2000)}\r\n\r\n` }
  for (const [status, fault] of Object.entries(faults)) {
    const { ask, socket, closed, until } = await dial(t, port)
    ask('GET /')
    const first = await until('fine')
    socket.write(fault)
    const all = await closed
    t.ok(all.startsWith(`${first}HTTP/1.1 ${status} `), status)
    t.match(all, /\{"error":\d+,"message":"[^"]*"\}$/)
  }
})

t.test('a request that has a response, or a part of one, gets no second one', async (t) => {
  for (const [path, answer] of Object.entries({ '/early': 'early', '/part': 'part' })) {
    const { ask, socket, closed, until } = await dial(t, port)
    ask(`POST ${path} (transfer-encoding: chunked) 1\r\na`)
    const first = await until(answer)
    socket.write('\r\nnonsense\r\n')
    t.equal(await closed, first, path)
  }
})

t.test('a fault behind requests in progress waits for their responses', async (t) => {
  const { ask, socket, closed } = await dial(t, port)
  const begun = once(app.server, 'request')
  ask('GET /slow', 'GET /slow')
  socket.write('GARBAGE\r\n\r\n')
  const [{ socket: here }] = await begun
  socket.write('MORE\r\n\r\n')
  while (here.bytesRead < socket.bytesWritten) await turn()
  answered.open()
  const answer = /HTTP\/1\.1 200 OK\r\n[^{]*?\r\n\r\nslow/.source
  t.match(await closed, new RegExp(`^${answer}${answer}HTTP/1\\.1 400 [^{]*{"error":40000,`))
})

t.test('a request that does not arrive in time is answered 408', async (t) => {
  const { written } = report({ code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  t.match(written, /^HTTP\/1\.1 408 Request Timeout\r\n[\s\S]*{"error":40800,/)
})

t.test('a client that is gone gets no answer', async (t) => {
  t.equal(report({ code: 'ECONNRESET' }).written, '')
  t.equal(report({ code: 'HPE_INVALID' }, { writable: false }).written, '')
  t.match(report({}).written, /^HTTP\/1\.1 400 /, 'an error without a code')
})

t.test('a client whose side has ended, and whose request does not arrive, is closed', async (t) => {
  const late = { code: 'ERR_HTTP_REQUEST_TIMEOUT' }
  t.same(report(late, { writable: false }), { written: '', destroyed: true })
})

t.test('a client that does not end its side is closed five seconds after its answer', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const { socket } = silent()
  clientErrorHandler(new Error('no HTTP'), socket as never)
  mock.timers.tick(4_999)
  t.equal(socket.destroyed, false)
  mock.timers.tick(1)
  t.equal(socket.destroyed, true)
})

/** A socket whose client sends nothing, and does not end its side. */
function silent() {
  const written: string[] = []
  const socket = new Duplex({
    read() {},
    write(chunk, _encoding, done) {
      written.push(String(chunk))
      done()
    },
  })
  return { socket, written }
}

/** The effect of the handler on a socket. */
function report(error: { code?: string }, { writable } = { writable: true }) {
  const { socket, written } = silent()
  if (!writable) socket.end()
  clientErrorHandler(Object.assign(new Error('secret'), error), socket as never)
  const { destroyed } = socket
  socket.destroy()
  return { written: written.join(''), destroyed }
}
