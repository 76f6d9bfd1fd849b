import type { Contract } from 'fastify-contract'
import t from 'tap'
import { parse } from '#toolkit/generator/load/source.js'
import { acceptAnyCredential, mock } from '#toolkit/mock/index.js'
import { lazyContract } from '../../helpers/lazy.js'
import { inFull } from '../../helpers/made.js'
import { contractOf, serveContract } from '../../helpers/serve-document.js'

const DOCUMENT = inFull(`
GET /plants: { operationId: list, 200: { type: string, example: fern } }
POST /keys: { operationId: add, requestBody: { content: { application/json: { schema: { type: object } } } }, 200: $Key }
GET /keys/{id}: { operationId: read, parameters: [{ name: id, in: path, required: true, schema: { type: string } }], 200: $Key }
Key: { type: object, required: [id], properties: { id: { type: string, format: uuid } } }`)

const contract = (await contractOf(t, DOCUMENT)) as Contract
const { value: document } = parse('openapi.yaml', DOCUMENT)

t.test('examples are answered after the validators are loaded', async (t) => {
  const missing = mock(contract, { document })
  const app = await serveContract(t, lazyContract(contract as never), { missing })
  t.equal((await app.inject('/plants')).json(), 'fern')
})

t.test('an item has a random id where its schema asks for a UUID', async (t) => {
  const missing = mock(contract, { document, stateful: true })
  const app = await serveContract(t, contract as never, { missing })
  const add = async () => (await app.inject({ method: 'POST', url: '/keys', payload: {} })).json()
  const [one, other] = [await add(), await add()]
  t.match(one, { id: /^[-0-9a-f]{36}$/ })
  t.not(one.id, other.id)
  t.same((await app.inject(`/keys/${one.id}`)).json(), one)
})

t.test('every scheme has a handler that accepts any credential', async (t) => {
  const securitySchemes = [
    { name: 'a', type: 'apiKey', in: 'header', parameter: 'x-key' },
    { name: 'b', type: 'apiKey' },
    { name: 'c', type: 'http', scheme: 'basic' },
    { name: 'd', type: 'openIdConnect' },
    { name: 'e', type: 'mutualTLS' },
  ] as const
  const handlers = acceptAnyCredential({ ...contract, securitySchemes })
  t.same(Object.keys(handlers), ['a', 'b', 'c', 'd', 'e'])
})
