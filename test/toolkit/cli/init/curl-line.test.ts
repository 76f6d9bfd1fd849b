import t from 'tap'
import { curlLine } from '#toolkit/cli/init/next-steps.js'
import { schemesOf } from '#toolkit/cli/init/security-schemes.js'
import { made } from '../../../helpers/made.js'
import { rowsOf } from '../../../helpers/rows.js'

const SCHEMES =
  'basic: { type: http, scheme: basic }, token: { type: http, scheme: bearer }, query: { type: apiKey, in: query, name: a key }, cookie: { type: apiKey, in: cookie, name: sid }, header: { type: apiKey, in: header, name: X-Key }, certificate: { type: mutualTLS }'

const ID = 'parameters: [{ name: id, in: path, required: true, schema: { type: string } }]'

/** Operations, of which the one with the fewest inputs is asked, and the end of the line that asks it. */
const LINES = rowsOf(`
  paths: {}, | curl -sS http://127.0.0.1:3000/openapi.json
  GET /a: { security: [{ basic: [] }] }, | /a -u 'it'\\''s BASIC_USERS'
  GET /a: { security: [{ token: [] }] }, | /a -H 'Authorization: Bearer it'\\''s TOKENS'
  GET /a: { security: [{ query: [] }] }, | 'http://127.0.0.1:3000/a?a%20key=it'\\''s QUERY_KEYS'
  GET /a: { security: [{ cookie: [] }] }, | /a -b 'sid=it'\\''s COOKIE_KEYS'
  GET /a: { security: [{ header: [] }] }, | /a -H 'X-Key: it'\\''s HEADER_KEYS'
  GET /a: { security: [{ certificate: [] }] }, | http://127.0.0.1:3000/a
  GET /a: { security: [{ basic: [], header: [] }] }, | /a -u 'it'\\''s BASIC_USERS' -H 'X-Key: it'\\''s HEADER_KEYS'
  GET /a: { security: [{}] }, | http://127.0.0.1:3000/a
  POST /a: {}, | curl -sS -X POST http://127.0.0.1:3000/a
  POST /a: {}, 'GET /b/{id}': { ${ID} }, | /b/1
  'GET /a/{id}': { ${ID} }, GET /b: {}, | /b
  GET /a: { parameters: [{ name: q, in: query, required: true, schema: { type: string } }] }, 'GET /b/{id}': { ${ID} }, | /b/1
  GET /a: { security: [{ certificate: [] }] }, GET /b: {}, | /b
  GET /größe: {}, | http://127.0.0.1:3000/gr%C3%B6%C3%9Fe'
  GET /a: {}, servers: [{ url: /v1 }], | curl -sS http://127.0.0.1:3000/v1/a
`)

for (const [operations = '', want = ''] of LINES) {
  t.test(`the curl line for ${operations}`, async (t) => {
    const { model } = made(`{ ${operations} components: { securitySchemes: { ${SCHEMES} } } }`)
    const line = curlLine(model, schemesOf(model), (variable) => `it's ${variable}`)
    t.ok(line.startsWith('curl -sS ') && line.endsWith(want), line)
  })
}
