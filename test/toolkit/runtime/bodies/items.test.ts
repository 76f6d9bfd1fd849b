import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { errors } from 'fastify-contract'
import t from 'tap'
import { stringify } from '#toolkit/runtime/json/stringify.js'
import { refused } from '../../../helpers/refused.js'
import { contractOf, fixture, serveContract } from '../../../helpers/serve-document.js'

const contract = await contractOf(t, await fixture('sequences.yaml'))

async function collect({ body }: { body?: AsyncIterable<unknown> }) {
  const items: unknown[] = []
  for await (const item of body ?? ['absent']) items.push(item)
  seen.push(items)
  return { status: 200, body: JSON.parse(stringify(items)) }
}

const seen: unknown[][] = []
const handlers = { items: collect, optionalItems: collect }
const app = await serveContract(t, contract, { handlers })

const LINES = 'application/jsonl'
const RECORDS = 'application/json-seq'
const BIG = 9007199254740993n

type Target = 'POST /items' | 'PUT /items'
const accepted: [target: Target, type: string, text: string, items: unknown[]][] = [
  ['POST /items', LINES, '{"n":1}\n{"n":9007199254740993}\n', [{ n: 1n }, { n: BIG }]],
  ['POST /items', LINES, '{"n":1}\r\n\n \t\r\n{"n":2,"m":3}', [{ n: 1n }, { n: 2n, m: 3 }]],
  ['POST /items', LINES, '', []],
  ['POST /items', 'application/x-ndjson', '{"n":1}\n', [{ n: 1n }]],
  ['POST /items', RECORDS, '\x1e{"n":\n1}\n\x1e\x1e{"n":2}\n', [{ n: 1n }, { n: 2n }]],
  ['POST /items', RECORDS, '', []],
  ['PUT /items', LINES, '1\n2', [1, 2]],
  ['PUT /items', LINES, '', ['absent']],
]

for (const [target, type, text, items] of accepted) {
  t.test(`${target} takes ${JSON.stringify(text)} as ${type}`, async (t) => {
    const [method, url] = target.split(' ') as ['POST', string]
    for (const payload of [
      text,
      Readable.from([...Buffer.from(text)].map((byte) => Buffer.of(byte))),
    ]) {
      const response = await app.inject({ method, url, headers: { 'content-type': type }, payload })
      t.equal(response.statusCode, 200, response.body)
      t.strictSame(seen.pop(), items)
    }
  })
}

const { malformedContent, contractViolation } = errors
const failing: [type: string, text: string | Buffer, row: { error: number }, told: string][] = [
  [LINES, '{"n":1}\n{"n":', malformedContent, '1: the text is not valid JSON: it ends too early.'],
  [LINES, '{"n":1,"n":2}', malformedContent, '0: an object has a member twice.'],
  [LINES, Buffer.from([0xff]), malformedContent, '0: the text is not valid UTF-8.'],
  [LINES, '{"n":1}\n{"n":"x"}', contractViolation, '1/n must be int64.'],
  [RECORDS, '{"n":1}\n', malformedContent, '0: the text does not begin with RS.'],
  [RECORDS, '\x1e{"n":1}', malformedContent, '0: a text does not end with a line feed.'],
]

for (const [type, payload, row, told] of failing) {
  t.test(`${JSON.stringify(String(payload))} as ${type} is refused`, async (t) => {
    const headers = { 'content-type': type }
    const response = await app.inject({ method: 'POST', url: '/items', headers, payload })
    refused(t, response, { error: row.error, message: `: body/${told}` })
  })
}

t.test('items arrive before the body ends, and a handler may stop early', async (t) => {
  let sent = 0
  const payload = Readable.from(
    (async function* () {
      while (true) {
        yield '{"n":1}\n'
        sent++
        await delay(5)
      }
    })(),
  )
  const first = async ({ body }: { body: AsyncIterable<unknown> }) => {
    for await (const item of body) return { status: 200, body: stringify(item) }
    return { status: 200, body: 'none' }
  }
  const app = await serveContract(t, contract, { handlers: { items: first } })
  const headers = { 'content-type': LINES }
  const response = await app.inject({ method: 'POST', url: '/items', headers, payload })
  t.equal(response.json(), '{"n":1}')
  t.ok(sent < 100)
  payload.destroy()
})

t.test('a body of items has the limit of every body', async (t) => {
  const app = await serveContract(t, contract, { handlers, server: { bodyLimit: 20 } })
  const headers = { 'content-type': LINES }
  const payload = Readable.from(Array(10).fill('{"n":1}\n'))
  const response = await app.inject({ method: 'POST', url: '/items', headers, payload })
  refused(t, response, errors.bodyTooLarge)
})
