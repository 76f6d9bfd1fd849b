import t from 'tap'
import type { LazyOperation } from '#toolkit/runtime/contract/contract.js'
import type { JsonResponse } from '#toolkit/runtime/contract/media.js'
import { contractOf, serveContract } from '../../../helpers/serve-document.js'

/** Schemas in a circle, each too long to stand in one file with another. */
const NAMES = ['alpha', 'beta', 'gamma', 'delta']
const ref = (name: string | undefined) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: object) => ({ 'application/json': { schema } })
const members = Object.fromEntries(
  Array.from({ length: 120 }, (_, n) => [`m${n}`, { type: 'string', maxLength: n }]),
)

const schemas = NAMES.map((name, n) => [
  name,
  {
    type: 'object',
    required: ['kind'],
    properties: { kind: { const: name }, next: ref(NAMES[(n + 1) % NAMES.length]), ...members },
    unevaluatedProperties: name === 'delta' && false,
    allOf: [{ properties: { other: ref(NAMES[(n + 2) % NAMES.length]) } }],
  },
])

const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Circle', version: '1' },
  paths: Object.fromEntries(
    Array.from({ length: 60 }, (_, n) => {
      const content = json(ref(NAMES[n % NAMES.length]))
      const operationId = `${'abcdef'[n % 6]}${n}`
      const responses = { 200: { description: 'd', content } }
      return [`/${n}`, { post: { operationId, requestBody: { content }, responses } }]
    }),
  ),
  components: { schemas: Object.fromEntries(schemas) },
})

const VALUE = {
  kind: 'alpha',
  m5: '12345',
  next: { kind: 'beta', next: { kind: 'gamma' }, other: { kind: 'delta' } },
}

const echo = ({ body }: { body: object }) => ({ status: 200, body })
const handlers = { a0: echo }
const headers = { 'content-type': 'application/json' }
const post = (payload: object) => ({ method: 'POST' as const, url: '/0', payload, headers })

t.test('the first operation that is loaded may stand anywhere in the circle', async (t) => {
  const operations = 4
  for (let first = 0; first < operations; first++) {
    const contract = await contractOf(t, document)
    const order = [...contract.operations.slice(first), ...contract.operations.slice(0, first)]
    for (const operation of order.slice(0, operations)) {
      const { responses } = await (operation as LazyOperation).load()
      const { validate, serialize } = Object(responses['200'])['application/json'] as JsonResponse
      const kind = NAMES[contract.operations.indexOf(operation) % NAMES.length]
      t.equal(validate({ kind }), true)
      t.equal(serialize({ kind } as never), JSON.stringify({ kind }))
    }
  }
})

t.test('a value is checked and printed by schemas of several files', async (t) => {
  const contract = await contractOf(t, document)
  const app = await serveContract(t, contract, { handlers })
  t.same((await app.inject(post(VALUE))).json(), VALUE)
  for (const other of [
    { kind: 'beta' },
    { kind: 'delta', more: 1 },
    { kind: 'delta', m3: '1234' },
  ]) {
    const response = await app.inject(post({ ...VALUE, next: { ...VALUE.next, other } }))
    t.equal(response.statusCode, 400)
    t.match(response.body, 'body/next/other')
  }
})
