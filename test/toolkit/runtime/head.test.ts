import { errors } from 'fastify-contract'
import t from 'tap'
import { yamlOf } from '../../helpers/rows.js'
import { documentOf, keeping } from './keeping.js'

const look = yamlOf(`{operationId: look, security: [{token: []}], parameters: [
  {name: id, in: path, required: true, schema: {type: integer}},
  {name: limit, in: query, required: true, schema: {type: integer, maximum: 9}},
  {name: X-Kind, in: header, schema: {enum: [a]}}]}`) as object
const securitySchemes = { token: { type: 'apiKey', in: 'header', name: 'x-key' } }

const rows: [url: string, headers: Record<string, string>, status: number][] = [
  ['/1?limit=5', { 'x-key': 'right' }, 204],
  ['/1?limit=5', {}, 401],
  ['/1?limit=5', { 'x-key': 'right', 'x-kind': 'b' }, 400],
  ['/1?limit=10', { 'x-key': 'right' }, 400],
  ['/1', { 'x-key': 'right' }, 400],
  ['/x?limit=5', { 'x-key': 'right' }, 400],
]

t.test('HEAD is checked, and has no body', async (t) => {
  const { app, kept } = await keeping(
    t,
    documentOf({ 'head /{id}': look }, { components: { securitySchemes } }),
    { security: { token: { authenticate: ({ headers }) => headers['x-key'] === 'right' } } },
  )
  for (const [url, headers, status] of rows) {
    const response = await app.inject({ method: 'HEAD', url, headers })
    t.match(response, { statusCode: status, body: '' }, url)
    t.match(kept.splice(0), status === 204 ? [{ params: { id: 1 }, query: { limit: 5 } }] : [])
    // RFC 9110, section 9.3.2: the headers are those that GET would have.
    if (status === 400) {
      t.match(response.headers['content-type'], 'application/json')
      t.ok(Number(response.headers['content-length']) > JSON.stringify(errors.badRequest).length)
    }
  }
})
