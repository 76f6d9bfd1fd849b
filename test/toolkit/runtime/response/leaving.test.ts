import { once } from 'node:events'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { serveContract, serveLogged } from '../../../helpers/serve-document.js'
import { dial, listen } from '../../../helpers/wire.js'
import { contractIn } from '../keeping.js'

const contract = await contractIn(`
openapi: 3.2.0
GET /items: { operationId: items, responses: &items { 200: { description: d, content: { application/jsonl: { itemSchema: $Item } } } } }
GET /silence: { operationId: silence, responses: *items }
GET /rows: { operationId: rows, responses: *items }
GET /events: { operationId: events, responses: { 200: { description: d, content: { text/event-stream: { schema: $Item } } } } }
GET /bytes: { operationId: bytes, responses: &bytes { 200: { description: d, content: { application/octet-stream: {} } } } }
GET /chunks: { operationId: chunks, responses: *bytes }
Item: { type: object, properties: { n: { type: integer } } }`)

let opened = 0
let closed = 0

/** Something that goes on until it is left, and counts that. */
function endless<Item>(item: Item, wait = 5): AsyncIterable<Item> {
  opened++
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        await delay(wait, undefined, { ref: false })
        return { done: false, value: item }
      },
      async return() {
        closed++
        if (wait > 5) throw new Error('nobody hears this')
        return { done: true, value: undefined }
      },
    }),
  }
}

function endlessStream(): Readable {
  opened++
  const stream = new Readable({ read: () => void setTimeout(() => stream.push('a'), 5).unref() })
  return stream.once('close', () => void closed++)
}

/** A stream of objects, such as a cursor of a database, that waits for the next one. */
function rows(): Readable {
  opened++
  const stream = new Readable({ objectMode: true, read() {} })
  return stream.once('close', () => void closed++)
}

const bodies: Readonly<Record<string, () => unknown>> = {
  items: () => endless({ n: 1 }),
  events: () => endless({ n: 1 }),
  bytes: endlessStream,
  chunks: () => endless(Buffer.from('a')),
  silence: () => endless({ n: 1 }, 60_000),
  rows,
}

/** Number of requests that a client sends before it reads. */
const COUNT = 41

for (const [name, body] of Object.entries(bodies)) {
  t.test(`${name}: a client that leaves closes all that it asked for`, async (t) => {
    const handlers = { [name]: () => ({ status: 200, body: body() }) }
    const { app, faults } = await serveLogged(t, contract, { handlers })
    ;[opened, closed] = [0, 0]
    const { ask, socket } = await dial(t, app)
    ask(...Array(COUNT).fill(`GET /${name}`))
    while (opened < COUNT) await delay(5)
    await delay(50)
    t.equal(closed, 0)
    socket.destroy()
    while (closed < opened) await delay(5)
    t.same([opened, closed], [COUNT, COUNT])
    await delay(20)
    t.same([opened, closed], [COUNT, COUNT], 'and each once')
    t.same(faults(), [], 'it is no fault of the server')
  })
}

t.test('a stream that is returned after the client has left is closed at once', async (t) => {
  let answer: () => void = () => {}
  const asked = new Promise<void>((resolve) => (answer = resolve))
  let called = 0
  const handlers = {
    items: async () => {
      called++
      await asked
      return { status: 200, body: endless({ n: 1 }) }
    },
  }
  const app = await serveContract(t, contract, { handlers: handlers as never })
  ;[opened, closed] = [0, 0]
  const port = await listen(app)
  const accepted = once(app.server, 'connection')
  const { ask, socket } = await dial(t, port)
  const [here] = await accepted
  const gone = once(here, 'close')
  ask('GET /items', 'GET /items', 'GET /items')
  while (called < 3) await delay(5)
  socket.destroy()
  await gone
  answer()
  while (closed < 3) await delay(5)
  t.same([opened, closed], [3, 3])
})
