import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, type Socket } from 'node:net'
import path from 'node:path'
import { mock } from 'node:test'
import t, { type Test } from 'tap'
import { isResponse, type Outcome } from '#toolkit/conformance/exchange/response.js'
import { exchangeRaw, portOf } from '#toolkit/conformance/target/raw-exchange.js'
import { ROOT } from '../../../helpers/tsc.js'
import { answering, LONG, urlOf as textOf } from '../helpers/serving.js'

const urlOf = async (...given: Parameters<typeof textOf>) => new URL(await textOf(...given))

/** The URL of a server that does something with a connection after its first bytes. */
const urlOfOne = (t: Test, act: (socket: Socket) => void) => urlOf(t, answering(act))

const nobody = () => Promise.reject(new Error('it is asked'))

const GET = { bytes: Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n') }
const HEAD = { bytes: Buffer.from('HEAD / HTTP/1.1\r\nHost: a\r\n\r\n') }

const told = (outcome: Outcome) =>
  isResponse(outcome)
    ? `${outcome.status} ${outcome.body} ${outcome.rest}`
    : `${outcome.failure}: ${outcome.detail}`

t.test('all bytes after the head of a response to HEAD are those of a body', async (t) => {
  const text = 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcd'
  const url = await urlOfOne(t, (socket) => socket.end(text))
  t.equal(told(await exchangeRaw(url, HEAD, LONG, nobody)), '200 abcd ')
  t.equal(told(await exchangeRaw(url, GET, LONG, nobody)), '200 abc d')
})

t.test('a connection that is reset', async (t) => {
  const url = await urlOfOne(t, (socket) => socket.resetAndDestroy())
  const found = told(await exchangeRaw(url, GET, LONG, nobody))
  t.match(found, /^closed: the connection ended: .*ECONNRESET/)
})

t.test('what has come counts when the time is up, and may be read as a whole', async (t) => {
  const text = 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nab'
  const url = await urlOfOne(t, (socket) => socket.write(text))
  // The time is up once the bytes have come.
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const watch = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    socket.on('data', () => {
      if (socket.bytesRead === text.length) setImmediate(() => mock.timers.tick(1_000))
    })
  }
  subscribe('net.client.socket', watch)
  t.teardown(() => unsubscribe('net.client.socket', watch))
  t.equal(told(await exchangeRaw(url, { ...GET, readsAll: true }, 1_000, nobody)), '200 a b')
  mock.timers.reset()
  const half = await urlOfOne(t, (socket) => socket.write(text.slice(0, 10)))
  t.equal(told(await exchangeRaw(half, GET, 50, nobody)), 'time: no response in 50 ms')
})

t.test('a server that waits for more is silent once it has answered ten others', async (t) => {
  let others = 0
  const other = async () => void others++
  const silent = await urlOfOne(t, () => {})
  const none = 'time: no response, while others have theirs'
  t.equal(told(await exchangeRaw(silent, { ...GET, mayWait: true }, LONG, other)), none)
  t.equal(others, 10)
  const slow = await urlOfOne(t, (socket) => {
    answer = () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na')
  })
  let answer = () => {}
  others = 0
  const ninth = async () => {
    others += 1
    if (others === 9) answer()
  }
  t.equal(told(await exchangeRaw(slow, { ...GET, mayWait: true }, LONG, ninth)), '200 a ')
})

t.test('a server whose certificate nobody vouches for gets no request', async (t) => {
  const pem = (name: string) => readFileSync(path.join(ROOT, 'test/fixtures/tls', name))
  let requests = 0
  const settings = { key: pem('stranger.key'), cert: pem('stranger.pem') }
  const server = createHttpsServer(settings, () => void requests++)
  server.on('tlsClientError', () => {})
  const url = await urlOf(t, server, 'https')
  url.hostname = 'localhost'
  const found = told(await exchangeRaw(url, GET, LONG, nobody))
  t.match(found, /^closed: the connection ended: .*certificate/)
  t.equal(requests, 0)
})

t.test('TLS names a host, but no address (RFC 6066, section 3)', async (t) => {
  const hellos: Buffer[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (bytes) => {
      hellos.push(bytes)
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
    })
  })
  const url = await urlOf(t, server, 'https')
  for (const hostname of ['localhost', '127.0.0.1']) {
    url.hostname = hostname
    const found = told(await exchangeRaw(url, GET, LONG, nobody))
    t.match(found, /^closed: the connection ended: /, hostname)
  }
  const named = hellos.map((bytes) =>
    ['localhost', '127.0.0.1'].some((each) => bytes.includes(each)),
  )
  t.same(named, [true, false])
})

t.test('a URL without a port has that of its protocol', async (t) => {
  t.equal(portOf(new URL('http://a')), 80)
  t.equal(portOf(new URL('https://a')), 443)
  t.equal(portOf(new URL('https://a:80')), 80)
})
