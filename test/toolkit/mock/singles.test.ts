import type { Contract } from 'fastify-contract'
import t from 'tap'
import { parse } from '#toolkit/generator/load/source.js'
import { contractOf } from '../../helpers/serve-document.js'
import { serveStateful } from './serve-stateful.js'

const json = (schema: string, more = '') =>
  `content: { application/json: { schema: ${schema}${more} } }`
const settings = "{ $ref: '#/components/schemas/Settings' }"

const DOCUMENT = `
openapi: 3.1.0
info: { title: Settings, version: '1' }
paths:
  /settings:
    get: { operationId: getSettings, responses: { '200': { description: d, ${json(settings, ", example: { theme: dark, size: 3, version: '7' }")} }, '404': { description: d } } }
    put: { operationId: putSettings, requestBody: { required: true, ${json(settings)} }, responses: { '200': { description: d, ${json(settings)} } } }
    patch: { operationId: patchSettings, requestBody: { required: true, ${json('{ type: object }')} }, responses: { '204': { description: d }, '4XX': { description: d } } }
    delete: { operationId: dropSettings, responses: { '204': { description: d }, default: { description: d } } }
  /users/{user}/profile:
    parameters: [{ name: user, in: path, required: true, schema: { type: string } }]
    get: { operationId: getProfile, responses: { '200': { description: d, ${json('{ type: object, required: [data], properties: { data: { type: object, properties: { nick: { type: string } } } } }')} } } }
    patch: { operationId: patchProfile, requestBody: { required: true, ${json('{ type: object, properties: { nick: { type: string } } }')} }, responses: { '200': { description: d, ${json('{ type: object, required: [data], properties: { data: { type: object, properties: { nick: { type: string } } } } }')} } } }
  /labels:
    get: { operationId: getLabels, responses: { '200': { description: d, ${json('{ type: object, additionalProperties: { type: string } }')} } } }
    put: { operationId: putLabels, requestBody: { required: true, ${json('{ type: object, additionalProperties: { type: string } }')} }, responses: { '200': { description: d, ${json('{ type: object, additionalProperties: { type: string } }')} } } }
  /state:
    get: { operationId: getState, responses: { '200': { description: d, ${json('{ type: object, required: [running], properties: { running: { const: true } } }')} } } }
    delete: { operationId: dropState, responses: { '204': { description: d } } }
    put: { operationId: putState, requestBody: { required: true, ${json('{ type: object, properties: { wanted: { type: string } } }')} }, responses: { '202': { description: d } } }
components:
  schemas:
    Settings: { type: object, properties: { theme: { type: string }, size: { type: integer }, version: { type: string, readOnly: true }, secret: { type: string, writeOnly: true } } }
`

const contract = (await contractOf(t, DOCUMENT)) as Contract
const { value: document } = parse('openapi.yaml', DOCUMENT)

t.test('what PUT puts at a path of its own is what GET gets there', async (t) => {
  const send = await serveStateful(t, contract, document)
  const example = { theme: 'dark', size: 3, version: '7' }
  t.same((await send('GET', '/settings')).body, example)
  const put = await send('PUT', '/settings', { theme: 'light', secret: 's' })
  t.match(put, { status: 200, body: { theme: 'light' } })
  t.notOk('secret' in put.body)
  const got = (await send('GET', '/settings')).body
  t.equal(got.theme, 'light')
  t.notOk('size' in got || 'secret' in got)
  await send('PUT', '/labels', { a: 'b' })
  t.same((await send('GET', '/labels')).body, { a: 'b' })
})

t.test('PATCH changes members of what is alone at its path', async (t) => {
  const send = await serveStateful(t, contract, document)
  await send('PUT', '/settings', { theme: 'light', size: 1 })
  t.equal((await send('PATCH', '/settings', { size: 2, theme: null })).status, 204)
  const { body } = await send('GET', '/settings')
  t.equal(body.size, 2)
  t.notOk('theme' in body)
  const patched = await send('PATCH', '/users/ann/profile', { nick: 'annie' })
  t.same(patched.body, { data: { nick: 'annie' } }, 'inside of the member that holds it')
  t.same((await send('GET', '/users/ann/profile')).body, { data: { nick: 'annie' } })
  t.not((await send('GET', '/users/bob/profile')).body.data?.nick, 'annie', 'another path')
})

t.test('what is alone at its path is gone after DELETE, until PUT makes it anew', async (t) => {
  const send = await serveStateful(t, contract, document)
  t.equal((await send('DELETE', '/settings')).status, 204)
  t.equal((await send('GET', '/settings')).status, 404)
  t.equal((await send('DELETE', '/settings')).status, 404)
  t.equal((await send('PATCH', '/settings', { size: 2 })).status, 404)
  t.equal((await send('PUT', '/settings', { size: 2 })).status, 200)
  t.equal((await send('GET', '/settings')).body.size, 2)
})

t.test('a response that shares no member with what was put stays as it is', async (t) => {
  const send = await serveStateful(t, contract, document)
  t.equal((await send('PUT', '/state', { wanted: 'on' })).status, 202)
  t.same((await send('GET', '/state')).body, { running: true })
})

t.test('an operation without 404 answers after DELETE as it did before PUT', async (t) => {
  const send = await serveStateful(t, contract, document)
  t.equal((await send('DELETE', '/state')).status, 204)
  t.equal((await send('DELETE', '/state')).status, 204)
  t.same((await send('GET', '/state')).body, { running: true })
})
