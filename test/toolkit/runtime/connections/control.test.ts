import { maxHeaderSize } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fastify, { type FastifyInstance } from 'fastify'
import { type ConnectionLimits, clientErrorHandler, controlConnections } from 'fastify-contract'
import t, { type Test } from 'tap'
import { recordLog } from '../../../helpers/log.js'
import { dial, listen } from '../../../helpers/wire.js'

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

/** An app whose connections are controlled, and its log. */
function controlled(t: Test, limits?: ConnectionLimits) {
  const { logger, lines } = recordLog()
  const app: FastifyInstance = fastify({ logger, clientErrorHandler, return503OnClosing: false })
  t.teardown(() => app.close())
  controlConnections(app, limits)
  app.get('/', () => 'done')
  const warnings = () => lines.filter(({ level, msg }) => level === 40 && /clients/.test(msg))
  return { app, warnings }
}

t.test('a head may be as large as Node allows, including spaces', async (t) => {
  const port = await listen(controlled(t).app)
  const start = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX:'
  for (const [size, status] of [
    [maxHeaderSize, 200],
    [maxHeaderSize + 1, 431],
  ] as const) {
    const { socket, closed } = await dial(t, port)
    socket.write(`${start}${' '.repeat(size - start.length - 4)}\r\n\r\n`)
    t.match(await closed, `HTTP/1.1 ${status} `, `${size} bytes`)
  }
})

t.test('a refused head has Node’s error code', async (t) => {
  const { app } = controlled(t, { headerLimit: 100 })
  const told: unknown[] = []
  app.server.on('clientError', ({ message, code }: NodeJS.ErrnoException, socket) =>
    told.push([message, code, app.server === (socket as Socket & { server: unknown }).server]),
  )
  const port = await listen(app)
  for (const head of [`GET /${'x'.repeat(100)}`, 'GET / RTSP/1.0\r\n\r\n']) {
    const { socket, closed } = await dial(t, port)
    socket.write(head)
    await closed
  }
  const message = 'the head of a request is refused'
  t.same(told, [
    [message, 'HPE_HEADER_OVERFLOW', true],
    [message, 'HPE_INVALID_CONSTANT', true],
  ])
})

t.test('requests behind a fault are not started, and the fault is answered once', async (t) => {
  const { logger } = recordLog()
  const app = fastify({ logger, clientErrorHandler: (_error, socket) => void told.push(socket) })
  const told: Socket[] = []
  t.teardown(() => app.close())
  controlConnections(app)
  let begun = 0
  app.get('/', () => `number ${++begun}`)
  const { socket, closed, until } = await dial(t, await listen(app))
  const fault = 'GET / HTTP/1.1\r\nno header\r\n\r\n'
  socket.write(get('/') + fault + get('/').repeat(3) + fault)
  await until('number 1')
  while (told.length === 0) await sleep(5)
  socket.write(get('/') + fault)
  await sleep(20)
  t.same([begun, told.length], [1, 1])
  told[0]?.destroy()
  await closed
})

t.test('128 pipelined requests may be in progress', async (t) => {
  const { app } = controlled(t)
  let begun = 0
  app.get('/never', () => {
    begun++
    return new Promise(() => {})
  })
  const port = await listen(app)
  const wires = await Promise.all(Array.from({ length: 12 }, () => dial(t, port)))
  for (const { socket } of wires) socket.write(get('/never').repeat(30))
  while (begun < 12 + 128) await sleep(5)
  await sleep(50)
  t.equal(begun, 12 + 128)
  app.server.closeAllConnections()
})

t.test('a warning about clients that do not read is logged once a minute', async (t) => {
  let now = 1_000_000
  t.intercept(Date, 'now', { value: () => now })
  const { app, warnings } = controlled(t, { responseMemory: 8 })
  let asked = 0
  app.get('/large', () => {
    asked++
    return 'x'.repeat(20_000_000)
  })
  const port = await listen(app)
  const told: number[] = []
  for (const later of [0, 59_999, 1, 59_999, 1]) {
    now += later
    const { socket, closed } = await dial(t, port)
    socket.pause()
    socket.write(get('/large'))
    while (asked === told.length) await sleep(5)
    const other = await dial(t, port)
    other.socket.write(get('/'))
    await other.until('done')
    socket.resume()
    await closed
    told.push(warnings().length)
  }
  t.same(told, [1, 1, 2, 2, 3])
})

t.test('an idle connection stays open for a second when the app closes', async (t) => {
  const times: number[] = []
  const { setInterval: start } = globalThis
  const noting = (act: () => void, time: number) => {
    times.push(time)
    return start(act, 60_000)
  }
  const { app } = controlled(t)
  const { socket, until, closed } = await dial(t, await listen(app))
  socket.write(get('/'))
  await until('done')
  t.intercept(globalThis, 'setInterval', { value: noting })
  const all = app.close()
  while (app.server.listening) await sleep(5)
  t.same(times, [1_000])
  socket.write(get('/'))
  t.match(await closed, /done[\s\S]*connection: close[\s\S]*done$/)
  await all
})

t.test('pipelined requests do not start once the app closes', async (t) => {
  const { app } = controlled(t, { grace: 60_000 })
  let begun = 0
  app.get('/count', () => `number ${++begun}`)
  const { socket, until, closed } = await dial(t, await listen(app))
  socket.write(get('/'))
  await until('done')
  const all = app.close()
  while (app.server.listening) await sleep(5)
  socket.write(get('/count').repeat(3))
  t.match(await closed, /connection: close[\s\S]*number 1$/)
  t.equal(begun, 1)
  await all
})

t.test('nothing is kept of closed connections', async (t) => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const { app } = controlled(t)
  const sockets: WeakRef<Socket>[] = []
  app.server.on('connection', (socket) => void sockets.push(new WeakRef(socket)))
  const port = await listen(app)
  for (let count = 0; count < 20; count++) {
    const { socket, until, closed } = await dial(t, port)
    socket.write(get('/').repeat(3))
    await until('done')
    socket.end()
    await closed
  }
  let left = sockets.length
  while (left > 3) {
    await sleep(10)
    collect()
    left = sockets.filter((socket) => socket.deref() !== undefined).length
  }
  t.pass(`${left} of ${sockets.length} are kept`)
})
