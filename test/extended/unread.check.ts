/** Clients that do not read or that send far ahead, as the buffers of the system let them. */

import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { controlConnections } from 'fastify-contract'
import t, { type Test } from 'tap'
import { gate } from '../helpers/gate.js'
import { recordLog } from '../helpers/log.js'
import { dial, listen } from '../helpers/wire.js'

/** As much as the system takes of one response whose client does not read is less. */
const LARGE = 8_000_000

/** An app with large responses, and clients that do not read them. */
async function unreading(t: Test, responseMemory: number) {
  const { logger, lines } = recordLog()
  const app = fastify({ logger, forceCloseConnections: true })
  t.teardown(() => app.close())
  controlConnections(app, { responseMemory })
  app.get('/', () => 'x'.repeat(LARGE))
  app.post('/', () => Buffer.alloc(LARGE))
  app.get('/small', () => 'small')
  const port = await listen(app)
  const request = async (method: string, count = 1) => {
    const wire = await dial(t, port)
    wire.socket.pause()
    const text = `${method} / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n`
    wire.socket.write(text.repeat(count))
    return wire
  }
  return { app, port, request, lines }
}

t.test('the clients that have not read for the longest time lose their connections', async (t) => {
  const { port, request, lines } = await unreading(t, 3 * LARGE)
  const idle = await dial(t, port)
  const wires = []
  for (let more = 0; more < 12; more++) {
    wires.push(await request(more % 2 ? 'GET' : 'POST', more === 0 ? 50 : 1))
    const other = await dial(t, port)
    other.socket.write('GET /small HTTP/1.1\r\nHost: a\r\n\r\n')
    await other.until('small')
  }
  const lengths: number[] = []
  for (const { socket } of wires) {
    let length = 0
    const done = new Promise<void>((resolve) => {
      socket.once('close', resolve)
      socket.on('data', (text: string) => {
        length += text.length
        if (length > LARGE) resolve()
      })
    })
    socket.resume()
    await done
    lengths.push(length)
  }
  const whole = lengths.map((length) => length > LARGE)
  t.equal(whole[0], false, 'the first one is closed')
  t.equal(whole.at(-1), true, 'the last one is not')
  t.same(whole, [...whole].sort(), 'the oldest ones are')
  const told = lines.filter(({ msg }) => msg.startsWith('clients do not read'))
  t.match(told, [{ level: 40, closed: Number }], 'it is logged once')
  idle.socket.write('GET /small HTTP/1.1\r\nHost: a\r\n\r\n')
  await idle.until('small')
})

t.test('large responses to reading clients are sent', async (t) => {
  const { request } = await unreading(t, 1_000_000)
  const { socket } = await request('GET')
  let length = 0
  await new Promise<void>((resolve) => {
    socket.on('data', (text: string) => {
      length += text.length
      if (length > LARGE) resolve()
    })
    socket.resume()
  })
  t.ok(length > LARGE)
})

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

t.test('16 MiB of responses may wait for their clients', async (t) => {
  const { logger, lines } = recordLog()
  const app = fastify({ logger })
  t.teardown(() => app.close())
  controlConnections(app)
  const warnings = () => lines.filter(({ level, msg }) => level === 40 && /clients/.test(msg))
  const large = { '/some': 'x'.repeat(15_000_000), '/much': 'x'.repeat(20_000_000) }
  for (const [path, text] of Object.entries(large)) app.get(path, () => text)
  app.get('/counted', () => 'x'.repeat(2 ** 21))
  const port = await listen(app)
  const unread = async (path: string) => {
    const wire = await dial(t, port)
    wire.socket.pause()
    wire.socket.write(get(path))
    await sleep(100)
    const { socket, until } = await dial(t, port)
    socket.write(`${get('/counted')}${get('/counted')}${get('/absent')}`)
    await until('404 Not Found')
    socket.destroy()
    return wire
  }
  const first = await unread('/some')
  t.same(warnings(), [], 'one of 15 MB')
  await unread('/much')
  t.match(warnings(), [
    { closed: Number, msg: 'clients do not read their responses: their connections are closed' },
  ])
  first.socket.resume()
  t.ok((await first.closed).length < large['/some'].length, 'the first one is closed')
})

t.test('one client does not delay the others', async (t) => {
  const app = fastify()
  t.teardown(() => app.close())
  controlConnections(app)
  let begun = 0
  const first = gate()
  app.get('/', () => {
    begun++
    first.open()
    return 'a'
  })
  app.get('/other', () => `other after ${begun}.`)
  const port = await listen(app)
  const greedy = await dial(t, port)
  const other = await dial(t, port)
  greedy.socket.write(`${get('/').repeat(2_000)}${get('/last')}`)
  await first.passed
  other.socket.write(get('/other'))
  const [, count] = /other after (\d+)\./.exec(await other.until('.')) ?? []
  t.ok(Number(count) < 1_000, `after ${count}`)
  await greedy.until('404 Not Found')
  t.equal(begun, 2_000)
})
