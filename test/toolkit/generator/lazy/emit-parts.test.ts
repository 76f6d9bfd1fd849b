import t from 'tap'
import { contractOf, serveContract } from '../../../helpers/serve-document.js'

/** A large contract whose parts are short. */
const int64 = { type: 'integer', format: 'int64' }
const document = {
  openapi: '3.2.0',
  info: { title: 'Short', version: '1' },
  paths: {
    ...Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [
        `/p${n}`,
        { get: { operationId: `p${n}`, responses: {} } },
      ]),
    ),
    '/none': {
      get: {
        operationId: 'none',
        parameters: [
          { name: 'q', in: 'query', schema: { type: ['null', 'string'], default: null } },
        ],
      },
    },
    '/any': {
      get: {
        operationId: 'any',
        responses: {
          200: {
            description: 'd',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Any' } } },
          },
        },
      },
    },
    '/odd': { additionalOperations: { Odd: { operationId: 'odd' } } },
    '/union': {
      put: {
        operationId: 'union',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Union' } } },
        },
        responses: { 204: { description: 'd' } },
      },
    },
  },
  components: {
    schemas: {
      Any: true,
      Union: { oneOf: [{ type: 'array', items: int64 }, { $ref: '#/components/schemas/Named' }] },
      Named: { type: 'object', properties: { constructor: int64, other: { type: 'number' } } },
    },
  },
}

const contract = await contractOf(t, JSON.stringify(document))

t.test('what may be anything is answered as it is', async (t) => {
  const body = { a: [1n, 'b', null] }
  const app = await serveContract(t, contract, {
    handlers: { any: () => ({ status: 200, body }) },
  })
  t.equal((await app.inject('/any')).body, '{"a":[1,"b",null]}')
})

t.test('parts that fit into one file are one; int64s in unions are exact', async (t) => {
  const bodies: unknown[] = []
  const app = await serveContract(t, contract, {
    handlers: {
      union: ({ body }: { body: unknown }) => {
        bodies.push(body)
        return { status: 204 }
      },
    },
  })
  const headers = { 'content-type': 'application/json' }
  for (const payload of ['[9007199254740993]', '{"constructor":9007199254740993,"other":1}']) {
    const response = await app.inject({ method: 'PUT', url: '/union', payload, headers })
    t.equal(response.statusCode, 204, response.body)
  }
  t.same(bodies, [[9007199254740993n], { constructor: 9007199254740993n, other: 1 }])
})
