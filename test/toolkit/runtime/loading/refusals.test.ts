import { once } from 'node:events'
import { errors } from 'fastify-contract'
import t, { type Test } from 'tap'
import { streamOf } from '#toolkit/runtime/response/streams.js'
import { lazyContract } from '../../../helpers/lazy.js'
import { recordLog } from '../../../helpers/log.js'
import { refused } from '../../../helpers/refused.js'
import {
  type AnyHandlers,
  contractOf,
  fixture,
  type Serving,
  serveContract,
} from '../../../helpers/serve-document.js'

const DOCUMENT = `
openapi: 3.1.0
info: { title: Late, version: '1' }
paths:
  /things:
    post:
      operationId: give
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
      responses:
        '200':
          description: d
          headers: { X-Count: { schema: { type: integer } } }
          content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } }
components:
  schemas:
    Thing:
      type: object
      properties:
        id: { type: integer, format: int64 }
        secret: { type: string, readOnly: true }
        either: { anyOf: [{ type: array, items: { type: integer, format: int64 } }, { $ref: '#/components/schemas/Thing' }] }
`

const things = await contractOf(t, DOCUMENT)
const sequences = await contractOf(t, await fixture('sequences.yaml'))

async function serveLazily(t: Test, contract: typeof things, serving: Serving) {
  const { logger, faults } = recordLog()
  const app = await serveContract(t, lazyContract(contract), { ...serving, server: { logger } })
  return { app, faults }
}

const echo = ({ body }: { body: unknown }) => ({ status: 200, body })
const give = (payload: string) => ({
  method: 'POST' as const,
  url: '/things',
  payload,
  headers: { 'content-type': 'application/json' },
})

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
    t.equal((await app.inject(give(text))).statusCode, 200)
    refused(t, await app.inject(give('{"either":{"id":"x"}}')), errors.contractViolation)
  }
  const wanted = { id: 9007199254740993n, either: { id: 1n, either: [2n, 9007199254740993n] } }
  t.same(seen, [wanted, wanted])
})

t.test('read-only members of a lazy operation are refused', async (t) => {
  const { app } = await serveLazily(t, things, { handlers: { give: echo }, readOnly: 'refuse' })
  const response = await app.inject(give('{"either":{"secret":"s"}}'))
  t.equal(response.statusCode, 400)
  t.match(response.body, 'body/either/secret is read-only')
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
  refused(t, await app.inject(give('{}')), errors.internal)
  t.match(faults(), [{ err: { message: 'no such file' } }])
  fails = false
  refused(t, await app.inject(give('{"id":"x"}')), errors.contractViolation)
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
