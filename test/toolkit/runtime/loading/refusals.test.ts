import { once } from 'node:events'
import t, { type Test } from 'tap'
import { streamOf } from '#toolkit/runtime/response/streams.js'
import { lazyContract } from '../../../helpers/lazy.js'
import { recordLog } from '../../../helpers/log.js'
import {
  type AnyHandlers,
  contractOf,
  fixture,
  type Serving,
  serveContract,
} from '../../../helpers/serve-document.js'
import { checkTalk } from '../../../helpers/talk.js'
import { contractIn } from '../keeping.js'

const things = await contractIn(`
POST /give: { operationId: give, requestBody: { content: { application/json: { schema: $Thing } } }, 200: $Thing }
Thing: { type: object, properties: { id: $Long, secret: { type: string, readOnly: true }, either: { anyOf: [{ type: array, items: $Long }, $Thing] } } }
Long: { type: integer, format: int64 }`)
const sequences = await contractOf(t, await fixture('sequences.yaml'))

async function serveLazily(t: Test, contract: typeof things, serving: Serving) {
  const { logger, faults } = recordLog()
  const app = await serveContract(t, lazyContract(contract), { ...serving, server: { logger } })
  return { app, faults }
}

const echo = ({ body }: { body: unknown }) => ({ status: 200, body })

t.test('the first request to an operation is checked and converted like later ones', async (t) => {
  const seen: unknown[] = []
  const handlers: AnyHandlers = {
    give: ({ body }: { body: unknown }) => {
      seen.push(body)
      return { status: 200, body: {} }
    },
  }
  const { app } = await serveLazily(t, things, { handlers })
  const text =
    '{"id":9007199254740993,"secret":"s","either":{"id":1,"either":[2,9007199254740993]}}'
  for (let again = 0; again < 2; again++) {
    await checkTalk(t, app).lines(
      `POST /give ${text} -> 200\nPOST /give {"either":{"id":"x"}} -> 40002`,
    )
  }
  const wanted = { id: 9007199254740993n, either: { id: 1n, either: [2n, 9007199254740993n] } }
  t.same(seen, [wanted, wanted])
})

t.test('an operation whose schemas cannot be loaded is loaded with the next request', async (t) => {
  let fails = true
  const load = async () => {
    if (fails) throw new Error('no such file')
  }
  const { logger, faults } = recordLog()
  const { schemas } = lazyContract(things, load)
  const handlers = { give: echo }
  const app = await serveContract(t, { ...things, schemas }, { handlers, server: { logger } })
  await checkTalk(t, app).lines('POST /give {} -> 50000')
  t.match(faults(), [{ err: { message: 'no such file' } }])
  fails = false
  await checkTalk(t, app).lines('POST /give {"id":"x"} -> 40002')
})

t.test('the first request to an operation reads and writes sequences', async (t) => {
  const seen: unknown[] = []
  const handlers: AnyHandlers = {
    items: async ({ body }: { body: AsyncIterable<unknown> }) => {
      for await (const item of body) seen.push(item)
      return { status: 200, body: [] }
    },
    list: () => ({ status: 200, body: [{ n: 1n }, { n: 9007199254740993n }] }),
  }
  const { app, faults } = await serveLazily(t, sequences, { handlers })
  const payload = '{"n":1}\n{"n":9007199254740993}\n'
  const headers = { 'content-type': 'application/jsonl' }
  t.equal((await app.inject({ method: 'POST', url: '/items', payload, headers })).statusCode, 200)
  t.same(seen, [{ n: 1n }, { n: 9007199254740993n }])
  t.equal((await app.inject('/items')).body, payload)
  t.same(faults(), [])
})

t.test('a stream that ends while an item is prepared sends no more', async (t) => {
  const stream = streamOf(['a', 'b'], (item) => {
    stream.destroy()
    return item
  })
  stream.on('data', () => t.fail('sent'))
  await once(stream, 'close')
  t.equal(stream.errored, null)
})
