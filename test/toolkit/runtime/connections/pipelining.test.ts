import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo, Socket } from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { connect } from 'node:tls'
import fastify, { type FastifyInstance } from 'fastify'
import { clientErrorHandler, controlConnections } from 'fastify-contract'
import t, { type Test } from 'tap'
import { gate } from '../../../helpers/gate.js'
import { ROOT } from '../../../helpers/tsc.js'
import { unchanged, until } from '../../../helpers/until.js'
import { dial, listen } from '../../../helpers/wire.js'

/** An app whose routes a test adds. */
function controlled(t: Test, pipelined?: number): FastifyInstance {
  const app = fastify({ clientErrorHandler, forceCloseConnections: true })
  t.teardown(() => app.close())
  controlConnections(app, pipelined === undefined ? {} : { pipelined })
  return app
}

/** Waits until a number is as large as expected, and then for a while: it may become larger. */
async function reached(value: () => number, expected: number): Promise<number> {
  await until(() => value() >= expected)
  await unchanged(value)
  return value()
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

t.test('a pipelining client gets every response, in order', async (t) => {
  const app = controlled(t, 20)
  app.get<{ Params: { n: string } }>('/:n', async ({ params: { n } }) => {
    for (let wait = Number(n) % 3; wait > 0; wait--) await turn()
    return `<${n}>`
  })
  const port = await listen(app)
  for (const [count, depth] of [
    [300, 1],
    [1_000, 16],
    [1_000, 64],
    [2_000, 2_000],
  ] as const) {
    const { socket, until } = await dial(t, port)
    let [sent, seen] = [0, 0]
    const more = () => {
      let text = ''
      for (; sent < count && sent - seen < depth; sent++) text += get(`/${sent}`)
      if (text !== '') socket.write(text)
    }
    let tail = ''
    socket.on('data', (text: string) => {
      const all = (tail + text).match(/<\d+>/g) ?? []
      tail = (tail + text).slice((tail + text).lastIndexOf('>') + 1)
      seen += all.length
      more()
    })
    more()
    const received = await until(`<${count - 1}>`)
    const numbers = [...received.matchAll(/<(\d+)>/g)].map(([, n]) => Number(n))
    t.same(numbers, [...numbers.keys()], `${depth} deep`)
    t.equal(numbers.length, count)
    socket.destroy()
  }
})

t.test('no more requests start than the limits allow', async (t) => {
  const app = controlled(t, 20)
  let begun = 0
  app.get('/', () => {
    begun++
    return new Promise(() => {})
  })
  const port = await listen(app)
  const wires = await Promise.all([0, 1, 2].map(() => dial(t, port)))
  const expected = [16, 16 + 6, 16 + 6 + 1]
  for (const [at, { socket }] of wires.entries()) {
    socket.write(get('/').repeat(3_000))
    const most = expected[at] as number
    t.equal(await reached(() => begun, most), most, 'of the connection, of all, the first one')
  }
  begun = 0
  app.server.closeAllConnections()
  await Promise.all(wires.map(({ closed }) => closed))
  const next = await dial(t, port)
  next.socket.write(get('/').repeat(100))
  t.equal(await reached(() => begun, 16), 16, 'what has ended makes room')
})

t.test('a connection that finds no room in its turn continues once there is room', async (t) => {
  const app = controlled(t, 2)
  const waiting: (() => void)[] = []
  app.get('/', () => new Promise((resolve) => waiting.push(() => resolve('done'))))
  const port = await listen(app)
  const wires = await Promise.all([dial(t, port), dial(t, port)])
  for (const [at, { socket }] of wires.entries()) {
    socket.write(get('/').repeat(2))
    const most = 2 * (at + 1)
    t.equal(await reached(() => waiting.length, most), most)
  }
  for (const { socket } of wires) socket.write(get('/').repeat(4))
  t.equal(await reached(() => waiting.length, 4), 4, 'there is no room')
  // The first response of each: one of them takes the room that both have made.
  const [first, ahead, second, last] = waiting
  first?.()
  second?.()
  t.equal(await reached(() => waiting.length, 6), 6)
  ahead?.()
  last?.()
  for (let done = 4; done < 12; done++) {
    while (waiting.length <= done) await turn()
    waiting[done]?.()
  }
  for (const { until } of wires) await until('done')
  const counts = wires.map(async ({ socket, closed }) => {
    socket.end()
    return (await closed).match(/done/g)?.length
  })
  t.same(await Promise.all(counts), [6, 6])
})

t.test('no requests start for a client that does not read', async (t) => {
  const app = controlled(t)
  let begun = 0
  app.get('/', () => {
    begun++
    return 'x'.repeat(1_000_000)
  })
  const { socket } = await dial(t, await listen(app))
  socket.pause()
  socket.write(get('/').repeat(60))
  const few = await reached(() => begun, 1)
  t.ok(few < 40, `${few} of 60`)
  let length = 0
  const all = new Promise<void>((resolve) => {
    socket.on('data', (text: string) => {
      length += text.length
      if (length > 60_000_000) resolve()
    })
  })
  socket.resume()
  await all
  t.equal(begun, 60, 'when it reads it gets all')
})

t.test('a long turn starts no more requests', async (t) => {
  const app = controlled(t)
  app.get('/', () => {
    const end = performance.now() + 6
    while (performance.now() < end);
    return 'done'
  })
  const port = await listen(app)
  const wires = await Promise.all(Array.from({ length: 8 }, () => dial(t, port)))
  for (const { socket } of wires) socket.write(get('/').repeat(3))
  for (const { socket, until } of wires) {
    let text = ''
    while ((text.match(/done/g) ?? []).length < 3) {
      text = await until('done')
      if ((text.match(/done/g) ?? []).length < 3) await once(socket, 'received')
    }
    t.equal(text.match(/done/g)?.length, 3)
  }
})

const chunked =
  'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n' +
  '2\r\n\r\n\r\n4\r\n\r\n\r\n\r\n0\r\nA: b\r\n\r\n'
const sized =
  'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nx\r\n\r\n\r\n\r\n'

t.test('the end of a request is found in any pieces', async (t) => {
  const app = controlled(t, 1)
  app.post<{ Body: string }>('/echo', async ({ body }) => {
    await turn()
    return `<${body.length}>`
  })
  app.get('/echo', () => '<0>')
  const port = await listen(app)
  const { socket, until } = await dial(t, port)
  socket.setNoDelay(true)
  const text = `${get('/echo')}${chunked}\r\n${sized}${chunked}${sized}`
  let received = ''
  for (let cut = 1; cut < text.length; cut++) {
    const known = received.length
    socket.write(text.slice(0, cut))
    await turn()
    await turn()
    socket.write(`${text.slice(cut)}${get(`/after-${cut}`)}`)
    received = await until(`GET:/after-${cut} `)
    const lengths = [...received.slice(known).matchAll(/<(\d)>/g)].map(([, n]) => Number(n))
    t.same(lengths, [0, 6, 9, 6, 9], `cut at ${cut}`)
  }
})

t.test('requests behind the last one of a connection are not started', async (t) => {
  const app = controlled(t)
  let begun = 0
  app.get('/', () => {
    begun++
    return 'done'
  })
  const { socket, closed } = await dial(t, await listen(app))
  const last = get('/').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
  socket.write(get('/') + last + get('/').repeat(10))
  t.equal((await closed).match(/done/g)?.length, 2)
  t.equal(begun, 2)
})

t.test('a body that is not read yet arrives completely later', async (t) => {
  const app = controlled(t)
  app.addContentTypeParser('*', async (_request: unknown, payload: unknown) => payload)
  const begun = gate()
  const go = gate()
  app.post<{ Body: AsyncIterable<Buffer> }>('/', { bodyLimit: 1e9 }, async ({ body }) => {
    begun.open()
    await go.passed
    let length = 0
    for await (const chunk of body) length += chunk.length
    return `${length} bytes`
  })
  app.get('/next', () => 'next')
  const { socket, until } = await dial(t, await listen(app))
  const body = '\r\n\r\nxxxxxxxxxxxxxxxxxxxxxxxxxxxx'.repeat(375_000)
  const type = 'Content-Type: a/b\r\nTransfer-Encoding: chunked\r\n\r\n'
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${type}${body.length.toString(16)}\r\n`)
  socket.write(`${body}\r\n0\r\n\r\n${get('/next')}`)
  await begun.passed
  for (let wait = 0; wait < 20; wait++) await turn()
  t.ok(socket.bytesWritten - socket.writableLength < body.length, 'the client has to wait')
  go.open()
  t.match(await until('next'), `${body.length} bytes`)
})

t.test('data that Node reads while some is held back comes behind it', async (t) => {
  const app = controlled(t, 0)
  const go = gate()
  app.get('/first', () => go.passed.then(() => 'first'))
  for (const name of ['second', 'third']) app.get(`/${name}`, () => name)
  const accepted = once(app.server, 'connection')
  const begun = once(app.server, 'request')
  const { socket, until } = await dial(t, await listen(app))
  const [here] = (await accepted) as [Socket]
  socket.write(get('/first') + get('/second'))
  await begun
  here.emit('data', Buffer.from(get('/third')))
  go.open()
  t.match(await until('third'), /first.*second.*third/s)
})

t.test('a connection that is taken over keeps the data behind the request', async (t) => {
  const app = controlled(t)
  app.server.on('upgrade', (_request, socket, head) => {
    t.equal(head.length, 0)
    socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n')
    socket.on('data', (data: Buffer) => {
      t.equal(socket.listenerCount('data'), 1, 'nobody else reads it')
      socket.write(`got ${data}`)
    })
  })
  const port = await listen(app)
  for (const more of ['early', '']) {
    const { socket, until } = await dial(t, port)
    const upgrade = 'Connection: upgrade\r\nUpgrade: own\r\n\r\n'
    socket.write(`GET / HTTP/1.1\r\nHost: a\r\n${upgrade}${more}`)
    if (more === '') {
      await until('101')
      socket.write('late')
    }
    t.match(await until('got'), /got (early|late)$/)
    socket.destroy()
  }
})

t.test('a request that ends its connection in its handler ends no other one', async (t) => {
  const app = controlled(t)
  app.get('/', ({ raw }, reply) => {
    reply.hijack()
    raw.socket.destroy()
  })
  app.get('/well', () => 'well')
  const port = await listen(app)
  const { socket, closed } = await dial(t, port)
  socket.write(get('/').repeat(3))
  t.equal(await closed, '')
  const well = await dial(t, port)
  well.socket.write(get('/well'))
  t.match(await well.until('well'), '200 OK')
})

t.test('a head is refused by its length while it arrives, and by its protocol', async (t) => {
  const app = fastify({ clientErrorHandler })
  t.teardown(() => app.close())
  controlConnections(app, { headerLimit: 1_000 })
  let begun = 0
  app.get('/', () => {
    begun++
    return 'fine'
  })
  const port = await listen(app)
  const head = (size: number) => {
    const start = 'GET / HTTP/1.1\r\nHost: a\r\nX:'
    return `${start}${' '.repeat(size - start.length - 5)}y\r\n\r\n`
  }
  const { socket, closed } = await dial(t, port)
  socket.write(head(1_000) + head(1_001) + head(1_000))
  const answers = (await closed).match(/HTTP\/1.1 \d+/g)
  t.same(answers, ['HTTP/1.1 200', 'HTTP/1.1 431'], 'after what came before it')
  t.equal(begun, 1)
  const other = await dial(t, port)
  other.socket.write(get('/') + get('/').replace('HTTP', 'RTSP') + get('/'))
  t.same((await other.closed).match(/HTTP\/1.1 \d+/g), ['HTTP/1.1 200', 'HTTP/1.1 400'])
  t.equal(begun, 2)
})

t.test('streams and HTTPS connections are served alike', async (t) => {
  const pem = (name: string) => readFileSync(path.join(ROOT, 'test/fixtures/tls', name))
  const https = { key: pem('localhost.key'), cert: pem('localhost.pem') }
  const app = fastify({ https, forceCloseConnections: true })
  t.teardown(() => app.close())
  controlConnections(app as never)
  let begun = 0
  app.get('/', (_request, reply) => {
    begun++
    return reply.send(Readable.from(['a stream']))
  })
  app.get('/never', () => {
    begun++
    return new Promise(() => {})
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
  t.teardown(() => socket.destroy())
  let received = ''
  socket.setEncoding('utf8').on('data', (text) => {
    received += text
  })
  socket.write(get('/').repeat(20) + get('/never').repeat(100))
  t.equal(await reached(() => begun, 20 + 16), 20 + 16)
  await until(() => received.match(/a stream/g)?.length === 20)
  t.equal(received.match(/a stream/g)?.length, 20)
})

t.test('a client that ends its side gets all responses', async (t) => {
  const app = controlled(t, 2)
  app.get('/', () => 'done')
  app.get('/large', () => 'x'.repeat(20_000_000))
  app.get('/slow', () => {
    const end = performance.now() + 6
    while (performance.now() < end);
    return 'slow'
  })
  const port = await listen(app)
  const many = await dial(t, port)
  many.socket.end(get('/').repeat(500))
  t.equal((await many.closed).match(/done/g)?.length, 500, 'however much was held back')
  const all = await Promise.all(Array.from({ length: 6 }, () => dial(t, port)))
  for (const { socket } of all) socket.end(`${get('/slow')}${get('/')}GET`)
  for (const { closed } of all) t.match(await closed, /slow[\s\S]*done[\s\S]* 400 /, 'in its turn')
  const large = await dial(t, port)
  large.socket.end(get('/large') + get('/').repeat(3))
  t.equal((await large.closed).match(/done/g)?.length, 3, 'after what it had to wait for')
})
