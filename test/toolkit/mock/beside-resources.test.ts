import type { Contract } from 'fastify-contract'
import t from 'tap'
import { parse } from '#toolkit/generator/load/source.js'
import { mock } from '#toolkit/mock/index.js'
import { contractOf, serveContract } from '../../helpers/serve-document.js'
import { serveStateful } from './serve-stateful.js'

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`
const site = "{ $ref: '#/components/schemas/Site' }"
const asks = (schema: string) => `requestBody: { required: true, ${json(schema)} }`
const responses = (schema: string) =>
  `responses: { '200': { description: d, ${json(schema)} }, '404': { description: d } }`
const id = '{ name: id, in: path, required: true, schema: { type: string } }'

const DOCUMENT = `
openapi: 3.1.0
info: { title: Sites, version: '1' }
paths:
  /copies: { post: { operationId: copySite, ${asks(site)}, ${responses(site)} } }
  /login: { post: { operationId: login, ${asks('{ type: object, properties: { user: { type: string }, password: { type: string } } }')}, ${responses('{ type: object, required: [token], properties: { token: { const: t }, user: { type: string } } }')} } }
  /sites: { post: { operationId: addSite, ${asks(site)}, ${responses(site)} } }
  /sites/{id}: { parameters: [${id}], get: { operationId: getSite, ${responses(site)} } }
  /sites/{id}/log: { parameters: [${id}], get: { operationId: getLog, ${responses('{ type: array, items: { type: string } }')} } }
  /colors/{id}: { parameters: [${id}], get: { operationId: getColor, ${responses('{ type: object, properties: { id: { type: string } } }')} } }
  /days: { get: { operationId: listDays, ${responses('{ type: array, minItems: 1, items: { type: string } }')} }, post: { operationId: addDay, ${asks(site)}, ${responses(site)} } }
  /days/{id}: { parameters: [${id}], get: { operationId: getDay, ${responses(site)} } }
components:
  schemas:
    Site: { type: object, properties: { id: { type: string, readOnly: true }, name: { type: string }, plan: { type: string }, secret: { type: string, writeOnly: true } } }
`

const contract = (await contractOf(t, DOCUMENT)) as Contract
const { value: document } = parse('openapi.yaml', DOCUMENT)

t.test('a POST that is answered with the same thing gets what it sent', async (t) => {
  const send = await serveStateful(t, contract, document)
  const { body } = await send('POST', '/copies', { name: 'a', secret: 's' })
  t.equal(body.name, 'a')
  t.notOk('plan' in body || 'secret' in body)
  t.match((await send('POST', '/login', { user: 'ann', password: 'p' })).body, { token: 't' })
})

t.test('nothing is below an item that is not there', async (t) => {
  const send = await serveStateful(t, contract, document)
  t.equal((await send('GET', '/sites/none/log')).status, 404)
  const { body } = await send('POST', '/sites', { name: 'a' })
  t.equal((await send('GET', `/sites/${body.id}/log`)).status, 200)
})

t.test('an item of which nothing tells that there are others is there', async (t) => {
  const send = await serveStateful(t, contract, document)
  t.match(await send('GET', '/colors/red'), { status: 200, body: { id: 'red' } })
})

t.test('a list of texts is not one of items', async (t) => {
  const app = await serveContract(t, contract as never, {
    handlers: {},
    missing: mock(contract, { document, stateful: true, examples: 'all' }),
  })
  await app.inject({ method: 'POST', url: '/days', payload: { name: 'a' } })
  t.type((await app.inject('/days')).json()[0], 'string')
})
