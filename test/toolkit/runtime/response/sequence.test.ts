import { setTimeout as delay } from 'node:timers/promises'
import type { ResponseChecks } from 'fastify-contract'
import t, { type Test } from 'tap'
import { gate } from '../../../helpers/gate.js'
import { ERROR, type LogLine, recordLog } from '../../../helpers/log.js'
import { contractOf, fixture, serveContract } from '../../../helpers/serve-document.js'
import { dial, listen } from '../../../helpers/wire.js'

const contract = await contractOf(t, await fixture('sequences.yaml'))

async function serving(t: Test, result: () => object, responses?: ResponseChecks) {
  const { logger, lines } = recordLog()
  const handler = () => ({ status: 200, ...result() })
  const handlers = {
    list: handler,
    events: handler,
    texts: handler,
    open: handler,
    lookAtItems: handler,
  }
  const app = await serveContract(t, contract, {
    handlers,
    server: { logger },
    ...(responses && { responses }),
  })
  return { app, faults: () => lines.filter(({ level }: LogLine) => level >= ERROR) }
}

const ITEMS = [{ n: 1n }, { n: 9007199254740993n }]
async function* items() {
  for (const item of ITEMS) {
    await delay(1)
    yield item
  }
}

const sent: [url: string, result: object, type: string, text: string][] = [
  ['/items', { body: ITEMS }, 'application/jsonl', '{"n":1}\n{"n":9007199254740993}\n'],
  ['/items', { body: new Set(ITEMS) }, 'application/jsonl', '{"n":1}\n{"n":9007199254740993}\n'],
  ['/items', { body: items() }, 'application/jsonl', '{"n":1}\n{"n":9007199254740993}\n'],
  ['/items', { body: [] }, 'application/jsonl', ''],
  [
    '/items',
    { body: items(), contentType: 'application/json-seq' },
    'application/json-seq',
    '\x1e{"n":1}\n\x1e{"n":9007199254740993}\n',
  ],
  [
    '/items',
    { body: items(), contentType: 'text/event-stream' },
    'text/event-stream; charset=utf-8',
    ':\n\ndata: {"n":1}\n\ndata: {"n":9007199254740993}\n\n',
  ],
  [
    '/events',
    {
      body: [
        { event: 'added', id: 'a', data: { n: 1n } },
        { data: 'a\nb\r\nc\rd', retry: 5 },
        { event: 'note', data: '' },
      ],
    },
    'text/event-stream; charset=utf-8',
    ':\n\nevent: added\nid: a\ndata: {"n":1}\n\nretry: 5\ndata: a\ndata: b\ndata: c\ndata: d\n\nevent: note\ndata: \n\n',
  ],
  [
    '/texts',
    { body: ['a', 'b\n'] },
    'text/event-stream; charset=utf-8',
    ':\n\ndata: a\n\ndata: b\ndata: \n\n',
  ],
  [
    '/open',
    { body: [{ event: 'ping' }] },
    'text/event-stream; charset=utf-8',
    ':\n\nevent: ping\n\n',
  ],
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

const broken: [url: string, body: unknown, rule: string][] = [
  ['/items', [{ n: 1n }, { n: 'x' }], 'list returned status 200, but body/1/n must be int64.'],
  [
    '/items',
    [
      { n: 1n },
      {
        n: 1,
        f: () => 1,
        get g() {
          throw new Error('x')
        },
      },
    ],
    'list returned status 200, but body/1 cannot be written',
  ],
  [
    '/events',
    [{ data: 'a' }, { event: 'none', data: 1 }],
    'events returned status 200, but body/1',
  ],
  [
    '/open',
    [{ data: 'a' }, { data: 'a', other: 1 }],
    'open returned status 200, but body/1 cannot be written: an event has no field other',
  ],
  [
    '/events',
    [{ data: 'a' }, { data: 'a\ud800' }],
    'events returned status 200, but body/1 cannot be written: data is no text',
  ],
  [
    '/open',
    [{ data: 'a' }, { id: 'a\nb' }],
    'open returned status 200, but body/1 cannot be written: the id of an event is one line',
  ],
  [
    '/open',
    [{ data: 'a' }, 'text'],
    'open returned status 200, but body/1 cannot be written: this is no event',
  ],
]

for (const [url, body, rule] of broken) {
  t.test(`${rule} ends the stream without an end`, async (t) => {
    const { app, faults } = await serving(t, () => ({
      body: (async function* () {
        for (const item of body as unknown[]) {
          yield item
          await delay(20)
        }
      })(),
    }))
    const { socket, closed } = await dial(t, await listen(app))
    socket.write(`GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`)
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
  const { socket, until } = await dial(t, await listen(app))
  socket.write('GET /events HTTP/1.1\r\nHost: a\r\n\r\n')
  t.notMatch(await until(':\n\n'), 'first')
  begun.open()
  t.match(await until('first'), 'data: first\n\n')
  socket.destroy()
})
