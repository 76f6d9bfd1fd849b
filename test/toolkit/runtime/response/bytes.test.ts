import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { gate } from '../../../helpers/gate.js'
import { serveLogged } from '../../../helpers/serve-document.js'
import { unchanged, until } from '../../../helpers/until.js'
import { dial } from '../../../helpers/wire.js'
import { contractAt } from '../keeping.js'

const contract = await contractAt('streams.yaml')

async function serving(t: Test, body: () => unknown, more: object = {}) {
  const handler = () => ({ status: 200, body: body(), ...more })
  const handlers = { download: handler, look: handler }
  const { app, faults } = await serveLogged(t, contract, { handlers })
  return { app, faults }
}

async function* chunks() {
  yield Buffer.from('a')
  await delay(1)
  yield new Uint8Array([98])
}

const bodies: [name: string, body: () => unknown, answer: string][] = [
  ['a buffer', () => Buffer.from('ab'), 'ab'],
  ['an empty array', () => new Uint8Array(), ''],
  ['a part of an array', () => new Uint8Array([97, 98, 99]).subarray(1), 'bc'],
  ['a stream', () => Readable.from([Buffer.from('a'), Buffer.from('b')]), 'ab'],
  ['an iterable', () => chunks(), 'ab'],
]

for (const [name, body, answer] of bodies) {
  t.test(`${name} is sent`, async (t) => {
    const { app, faults } = await serving(t, body)
    const response = await app.inject('/binary')
    t.equal(response.statusCode, 200)
    t.equal(response.headers['content-type'], 'application/octet-stream')
    t.equal(response.body, answer)
    t.same(faults(), [])
  })
}

t.test('HEAD has the headers, and reads no body', async (t) => {
  const stream = new PassThrough()
  const objects = Readable.from(['a'])
  let left = false
  const generator = (async function* () {
    try {
      yield Buffer.from('a')
    } finally {
      left = true
    }
  })()
  for (const body of [stream, objects, generator, Buffer.from('ab'), undefined]) {
    const { app, faults } = await serving(t, () => body)
    const response = await app.inject({ method: 'HEAD', url: '/binary' })
    t.equal(response.statusCode, 200)
    t.equal(response.body, '')
    t.same(faults(), [])
  }
  t.ok(stream.destroyed && objects.destroyed)
  t.notOk(left, 'it has never begun')
})

const failing: Record<string, (seen: Promise<void>) => unknown> = {
  'a stream': (seen) => {
    const stream = new PassThrough()
    stream.write('some')
    void seen.then(() => stream.destroy(new Error('broken')))
    return stream
  },
  'a stream without an error': (seen) => {
    const stream = new PassThrough()
    stream.write('some')
    void seen.then(() => stream.destroy())
    return stream
  },
  'an iterable': async function* (seen) {
    yield Buffer.from('some')
    await seen
    throw new Error('broken')
  },
  'an iterable of no bytes': async function* (seen) {
    yield Buffer.from('some')
    await seen
    yield { broken: 1 }
  },
  'a stream of objects': (seen) => {
    const stream = new Readable({ objectMode: true, read() {} })
    stream.push('some')
    void seen.then(() => stream.push({ broken: 1 }))
    return stream
  },
}

for (const [name, body] of Object.entries(failing)) {
  t.test(`${name} that fails midway ends the connection, not the body`, async (t) => {
    const seen = gate()
    const { app, faults } = await serving(t, () => body(seen.passed))
    const { ask, closed, until } = await dial(t, app)
    ask('GET /binary')
    await until('some\r\n')
    seen.open()
    const received = await closed
    t.match(received, /\r\n\r\n4\r\nsome\r\n$/)
    t.match(faults(), [{ err: { message: /^download could not send all of its body/ } }])
  })
}

/** Bytes that fail before the first of them. */
async function* broken(error: unknown): AsyncGenerator<Uint8Array> {
  await Promise.reject(error)
  yield new Uint8Array()
}

t.test('a stream that fails at once is an error without the headers of the answer', async (t) => {
  for (const body of [
    () => Readable.from([]).destroy(new Error('broken')),
    () => broken(new Error('broken')),
    () => broken('text'),
  ]) {
    const { app } = await serving(t, body, { headers: { 'content-disposition': 'attachment' } })
    const { ask, until } = await dial(t, app)
    ask('GET /binary')
    const received = await until('}')
    t.match(received, /^HTTP\/1.1 500 /)
    t.match(received, 'application/json')
    t.notMatch(received, 'attachment')
  }
})

t.test('a body that is not sent is closed', async (t) => {
  const stream = new PassThrough()
  const { app } = await serving(t, () => stream, { headers: { 'a b': '1' } })
  t.equal((await app.inject('/binary')).statusCode, 500)
  t.ok(stream.destroyed)
})

t.test('a client that leaves closes the stream, and a slow one slows it down', async (t) => {
  let produced = 0
  const left = gate()
  const { app } = await serving(t, async function* () {
    try {
      while (true) {
        produced++
        yield Buffer.alloc(65_536)
      }
    } finally {
      left.open()
    }
  })
  const { ask, socket } = await dial(t, app)
  socket.pause()
  ask('GET /binary')
  await until(() => produced > 0)
  // Otherwise it goes on for ever.
  await unchanged(() => produced)
  socket.destroy()
  await t.resolves(left.passed)
})

t.test('an item that comes after the client has left is discarded', async (t) => {
  let give: (value: IteratorResult<Uint8Array>) => void = () => {}
  const asked = gate()
  const late = {
    [Symbol.asyncIterator]: () => ({
      next() {
        asked.open()
        return new Promise<IteratorResult<Uint8Array>>((done) => (give = done))
      },
    }),
  }
  const { app, faults } = await serving(t, () => late)
  const accepted = once(app.server, 'connection')
  const { ask, socket } = await dial(t, app)
  const [here] = await accepted
  ask('GET /binary')
  await asked.passed
  const left = once(here, 'close')
  socket.destroy()
  await left
  give({ done: false, value: Buffer.from('late') })
  await delay(20)
  t.same(faults(), [])
})
