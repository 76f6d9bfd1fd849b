import type { OperationRequest } from 'fastify-contract'
import t from 'tap'
import { contractOf, serveContract } from '../../helpers/serve-document.js'

const member = { type: 'integer', format: 'int64' }
const contract = await contractOf(
  t,
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {
      '/x': {
        post: {
          operationId: 'x',
          parameters: [{ name: '__proto__', in: 'query', schema: { type: 'integer' } }],
          requestBody: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } },
          },
          responses: {
            200: {
              description: 'd',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } },
            },
          },
        },
      },
    },
    // Written as text: in an object literal it would be the prototype.
  }).replace(
    /}$/,
    `,"components":{"schemas":{"A":{"type":"object","required":["__proto__","constructor"],"properties":{"__proto__":${JSON.stringify(member)},"constructor":{"type":"string"}}}}}}`,
  ),
)

t.test('a member named __proto__ that the document names is an ordinary member', async (t) => {
  let given: { query: object; body: object } | undefined
  const app = await serveContract(t, contract, {
    handlers: {
      x(request: OperationRequest & { query: object; body: object }) {
        given = request
        return { status: 200, body: request.body }
      },
    },
  })
  const post = (url: string, payload: string) =>
    app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } })

  const text = '{"__proto__":9007199254740993,"constructor":"a"}'
  const response = await post('/x?__proto__=7', text)
  t.equal(response.statusCode, 200, response.body)
  t.equal(response.body, text)
  t.equal(Object.getOwnPropertyDescriptor(given?.query, '__proto__')?.value, 7)
  t.equal(Object.getOwnPropertyDescriptor(given?.body, '__proto__')?.value, 9007199254740993n)
  t.equal((await post('/x?__proto__=a', text)).statusCode, 400)
  t.equal((await post('/x', '{"__proto__":"1","constructor":"a"}')).statusCode, 400)
  t.equal((await post('/x', '{"constructor":"a"}')).statusCode, 400, 'no object has it of itself')
  t.equal((await post('/x', '{"__proto__":1}')).statusCode, 400)
  t.equal(({} as { polluted?: unknown }).polluted, undefined)
})
