import { errors } from 'fastify-contract'
import t from 'tap'
import { rowsOf } from '../../helpers/rows.js'
import { send } from '../../helpers/talk.js'
import { contractIn, keeping } from './keeping.js'

const DOCUMENT = `
HEAD /{id}:
  security: [{ token: [] }]
  parameters:
    - { name: id, in: path, required: true, schema: { type: integer } }
    - { name: limit, in: query, required: true, schema: { type: integer, maximum: 9 } }
    - { name: X-Kind, in: header, schema: { enum: [a] } }
components: { securitySchemes: { token: { type: apiKey, in: header, name: x-key } } }`

const ROWS = rowsOf(`
  /1?limit=5 (x-key: right) | 204
  /1?limit=5 | 401
  /1?limit=5 (x-key: right; x-kind: b) | 400
  /1?limit=10 (x-key: right) | 400
  /1 (x-key: right) | 400
  /x?limit=5 (x-key: right) | 400
`)

t.test('HEAD is checked, and has no body', async (t) => {
  const token = { authenticate: ({ headers }: { headers: object }) => 'x-key' in headers }
  const { app, kept } = await keeping(t, await contractIn(DOCUMENT), { security: { token } })
  for (const [request = '', status] of ROWS) {
    const response = await send(app, `HEAD ${request}`)
    t.match(response, { statusCode: Number(status), body: '' }, request)
    t.match(kept.splice(0), status === '204' ? [{ params: { id: 1 }, query: { limit: 5 } }] : [])
    // RFC 9110, section 9.3.2: the headers are those that GET would have.
    if (status === '400') {
      t.match(response.headers['content-type'], 'application/json')
      t.ok(Number(response.headers['content-length']) > JSON.stringify(errors.badRequest).length)
    }
  }
})
