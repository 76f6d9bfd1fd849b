import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { stringify } from '#toolkit/runtime/json/stringify.js'
import { serveContract } from '../../../helpers/serve-document.js'
import { contractAt, keeping } from '../keeping.js'

const contract = await contractAt('sequences.yaml')
const answer = () => ({ status: 200, body: [] })
const served = await keeping(t, contract, { answer, server: { bodyLimit: 100 } })

const LINES = '(content-type: application/jsonl)'
const RECORDS = '(content-type: application/json-seq)'

/** Where ¶ is a new line, and ␞ begins a record. */
const ITEMS = `
  POST /items ${LINES} {"n":1}¶{"n":9007199254740993}¶ -> 200 of [{'n': 1n}, {'n': 9007199254740993n}]
  POST /items ${LINES} {"n":1}¶¶ \t¶{"n":2,"m":3} -> 200 of [{'n': 1n}, {'n': 2n, m: 3}]
  POST /items ${LINES} '' || POST /items ${RECORDS} '' -> 200 of []
  POST /items (content-type: application/x-ndjson) {"n":1}¶ -> 200 of [{'n': 1n}]
  POST /items ${RECORDS} ␞{"n":¶1}¶␞␞{"n":2}¶ -> 200 of [{'n': 1n}, {'n': 2n}]
  PUT /items ${LINES} 1¶2 -> 200 of [1, 2]
  PUT /items ${LINES} '' -> 200 of undefined
  POST /items ${LINES} {"n":1}¶{"n": -> 40005 body/1: the text is not valid JSON: it ends too early.
  POST /items ${LINES} {"n":1,"n":2} -> 40005 body/0: an object has a member twice.
  POST /items ${LINES} {"n":1}¶{"n":"x"} -> 40002 body/1/n must be int64.
  POST /items ${RECORDS} {"n":1}¶ -> 40005 body/0: the text does not begin with RS.
  POST /items ${RECORDS} ␞{"n":1} -> 40005 body/0: a text does not end with a line feed.
  POST /items ${LINES} ${'{"n":1}¶'.repeat(13)} -> 41300
`

t.test('items of a body, and those that are none', (t) =>
  served.talk(t, { part: 'body' }).lines(ITEMS),
)

t.test('items are the same when they arrive byte by byte', async (t) => {
  const { app, talk } = await keeping(t, contract, { answer })
  app.addHook('preParsing', async (_request, _reply, payload) => {
    const bytes = Buffer.concat(await payload.toArray())
    return Readable.from([...bytes].map((byte) => Buffer.of(byte)))
  })
  await talk(t, { part: 'body' }).lines(ITEMS.replace(/.*41300\n/, ''))
})

t.test('an item is UTF-8', async (t) => {
  const response = await served.post('/items', Buffer.from([0xff]), 'application/jsonl')
  t.match(response.body, /40005.*: body\/0: the text is not valid UTF-8\./)
})

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
  const headers = { 'content-type': 'application/jsonl' }
  const response = await app.inject({ method: 'POST', url: '/items', headers, payload })
  t.equal(response.json(), '{"n":1}')
  t.ok(sent < 100)
  payload.destroy()
})
