import { errors } from 'fastify-contract'
import t from 'tap'
import { contractOf, serveContract } from '../../helpers/serve-document.js'

const DOCUMENT = `
openapi: 3.1.0
info: { title: Head, version: '1' }
paths:
  /{id}:
    head:
      operationId: look
      security: [{ token: [] }]
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer } }
        - { name: limit, in: query, required: true, schema: { type: integer, maximum: 9 } }
        - { name: X-Kind, in: header, schema: { enum: [a] } }
      responses: { '204': { description: It is there. } }
components: { securitySchemes: { token: { type: apiKey, in: header, name: x-key } } }
`
const contract = await contractOf(t, DOCUMENT)
const asked: unknown[] = []
const app = await serveContract(t, contract, {
  handlers: {
    look: ({ params, query }: Record<string, unknown>) => {
      asked.push({ params, query })
      return { status: 204 }
    },
  },
  security: {
    token: {
      authenticate({ headers }) {
        return headers['x-key'] === 'right'
      },
    },
  },
})

const rows: [url: string, headers: Record<string, string>, status: number][] = [
  ['/1?limit=5', { 'x-key': 'right' }, 204],
  ['/1?limit=5', {}, 401],
  ['/1?limit=5', { 'x-key': 'right', 'x-kind': 'b' }, 400],
  ['/1?limit=10', { 'x-key': 'right' }, 400],
  ['/1', { 'x-key': 'right' }, 400],
  ['/x?limit=5', { 'x-key': 'right' }, 400],
]

for (const [url, headers, status] of rows) {
  t.test(`HEAD ${url} ${JSON.stringify(headers)} is ${status}`, async (t) => {
    asked.length = 0
    const response = await app.inject({ method: 'HEAD', url, headers })
    t.equal(response.statusCode, status)
    t.equal(response.body, '')
    t.same(asked, status === 204 ? [{ params: { id: 1 }, query: { limit: 5 } }] : [])
    // RFC 9110, section 9.3.2: the headers are those that GET would have.
    if (status === 400) {
      t.match(response.headers['content-type'], 'application/json')
      t.ok(Number(response.headers['content-length']) > JSON.stringify(errors.badRequest).length)
    }
  })
}
