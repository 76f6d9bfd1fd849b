import { setTimeout as delay } from 'node:timers/promises'
import type { ResponseChecks } from 'fastify-contract'
import t, { type Test } from 'tap'
import { gate } from '../../../helpers/gate.js'
import { serveLogged } from '../../../helpers/serve-document.js'
import { dial } from '../../../helpers/wire.js'
import { contractAt } from '../keeping.js'

const contract = await contractAt('sequences.yaml')

async function serving(t: Test, result: () => object, responses?: ResponseChecks) {
  const handler = () => ({ status: 200, ...result() })
  const names = ['list', 'events', 'texts', 'open', 'lookAtItems']
  const handlers = Object.fromEntries(names.map((name) => [name, handler]))
  const { app, faults } = await serveLogged(t, contract, {
    handlers,
    ...(responses && { responses }),
  })
  return { app, faults }
}

const ITEMS = [{ n: 1n }, { n: 9007199254740993n }]
async function* items() {
  for (const item of ITEMS) {
    await delay(1)
    yield item
  }
}

const LINES = 'application/jsonl'
const EVENTS = 'text/event-stream; charset=utf-8'
const TEXT = '{"n":1}\n{"n":9007199254740993}\n'
const events = [
  { event: 'added', id: 'a', data: { n: 1n } },
  { data: 'a\nb\r\nc\rd', id: 7, retry: 5 },
  { event: 'note', data: '' },
]
const EVENT_TEXT = `:

event: added
id: a
data: {"n":1}

id: 7
retry: 5
data: a
data: b
data: c
data: d

event: note
data:${' '}

`

const sent: [url: string, result: object, type: string, text: string][] = [
  ['/items', { body: ITEMS }, LINES, TEXT],
  ['/items', { body: new Set(ITEMS) }, LINES, TEXT],
  ['/items', { body: items() }, LINES, TEXT],
  ['/items', { body: [] }, LINES, ''],
  [
    '/items',
    { body: items(), contentType: 'application/json-seq' },
    'application/json-seq',
    '\x1e{"n":1}\n\x1e{"n":9007199254740993}\n',
  ],
  [
    '/items',
    { body: items(), contentType: 'text/event-stream' },
    EVENTS,
    ':\n\ndata: {"n":1}\n\ndata: {"n":9007199254740993}\n\n',
  ],
  ['/events', { body: events }, EVENTS, EVENT_TEXT],
  ['/texts', { body: ['a', 'b\n'] }, EVENTS, ':\n\ndata: a\n\ndata: b\ndata: \n\n'],
  ['/open', { body: [{ event: 'ping' }] }, EVENTS, ':\n\nevent: ping\n\n'],
]

for (const [url, result, type, text] of sent) {
  t.test(`${url} sends ${JSON.stringify(text)}`, async (t) => {
    const { app, faults } = await serving(t, () => result)
    const response = await app.inject({ url, headers: { accept: 'application/jsonl' } })
    t.equal(response.statusCode, 200)
    t.equal(response.headers['content-type'], type)
    t.equal(response.body, text)
    t.same(faults(), [])
  })
}

const trap = {
  n: 1,
  get g() {
    throw new Error('x')
  },
}
/** Items of which the second breaks the contract. */
const broken: [url: string, body: unknown[], rule: string][] = [
  ['/items', [{ n: 1n }, { n: 'x' }], 'list returned status 200, but body/1/n must be int64.'],
  ['/items', [{ n: 1n }, trap], 'body/1 cannot be written'],
  ['/events', [{ data: 'a' }, { event: 'none', data: 1 }], 'but body/1'],
  ['/open', [{ data: 'a' }, { data: 'a', other: 1 }], 'body/1 cannot be written: an event has no'],
  ['/events', [{ data: 'a' }, { data: 'a\ud800' }], 'body/1 cannot be written: data is no text'],
  ['/open', [{ data: 'a' }, { id: 'a\nb' }], 'body/1 cannot be written: the id of an event is one'],
  ['/open', [{ data: 'a' }, 'text'], 'body/1 cannot be written: this is no event'],
]

for (const [url, body, rule] of broken) {
  t.test(`${rule} ends the stream without an end`, async (t) => {
    const { app, faults } = await serving(t, () => ({
      body: (async function* () {
        for (const item of body) {
          yield item
          await delay(20)
        }
      })(),
    }))
    const { ask, closed } = await dial(t, app)
    ask(`GET ${url}`)
    const received = await closed
    t.match(received, /^HTTP\/1.1 200 /)
    t.notMatch(received, /\r\n0\r\n\r\n$/)
    const [fault] = faults() as unknown as { err: { message: string } }[]
    t.match(fault?.err.message, rule)
  })
}

t.test('a body that is not iterable is a 500', async (t) => {
  for (const body of ['text', null, { n: 1 }, 1]) {
    const { app, faults } = await serving(t, () => ({ body }))
    t.equal((await app.inject('/items')).statusCode, 500)
    t.match(faults(), [{ err: { message: 'list returned status 200, but body is no sequence' } }])
  }
})

t.test('an open stream starts at once, and each item is sent when it is ready', async (t) => {
  const begun = gate()
  const { app } = await serving(t, () => ({
    body: (async function* () {
      await begun.passed
      yield { data: 'first' }
      await delay(10_000, undefined, { ref: false })
    })(),
  }))
  const { ask, socket, until } = await dial(t, app)
  ask('GET /events')
  t.notMatch(await until(':\n\n'), 'first')
  begun.open()
  t.match(await until('first'), 'data: first\n\n')
  socket.destroy()
})
