import t from 'tap'
import { type Operation, TestedContract } from '#toolkit/conformance/document/contract.js'
import {
  contentOf,
  itemPlace,
  listPlace,
  recordsPlace,
} from '#toolkit/conformance/resources/places.js'
import { findResources, findSingles } from '#toolkit/conformance/resources/resource.js'
import { identityAt, identityIn, pathOf } from '#toolkit/conformance/resources/thing.js'
import { mayBeSent } from '#toolkit/conformance/run/permissions.js'
import { contractOf } from '../helpers/documents.js'

const string = { type: 'string' }
const pet = { type: 'object', properties: { id: string, tags: { type: 'array', items: string } } }
const json = (schema: object) => ({ description: '', content: { 'application/json': { schema } } })
const ref = { $ref: '#/components/schemas/Pet' }
const list = { type: 'array', items: pet }
const path = (...names: string[]) =>
  names.map((name) => ({ name, in: 'path', required: true, schema: string }))
const get = (schema: object) => ({ get: { responses: { 200: json(schema) } } })
const body = { content: { 'application/json': { schema: pet } } }
const post = (status: number, schema: object) => ({
  post: { requestBody: body, responses: { [status]: json(schema) } },
})
const put = { put: { requestBody: body, responses: { 200: json(pet) } } }

const contract = contractOf(
  {
    '/houses/{house}/pets': {
      parameters: path('house'),
      ...get({ type: 'object', properties: { data: list } }),
      ...post(201, { type: 'object', properties: { pet } }),
      ...put,
    },
    '/houses/{id}/pets/{petId}': { parameters: path('id', 'petId'), ...get(pet), ...put },
    '/houses/{id}': { parameters: path('id'), ...get(pet) },
    '/houses': get({ type: 'object', properties: { one: list, other: list } }),
    '/houses/{id}/roof': { parameters: path('id'), ...get(string), ...put },
    '/houses/{id}/walls': { parameters: path('id'), ...get(list), ...put },
    '/houses/{id}/doors': { parameters: path('id'), ...put },
    '/cages': { ...get(list), ...put },
    '/cages/{id}': { parameters: path('id'), ...get(pet) },
    '/bags': get({ type: 'object', properties: { items: { type: 'array' } } }),
    '/any': post(200, { type: 'array' }),
    '/notes': {
      post: {
        requestBody: { content: { 'application/json': { schema: ref } } },
        responses: { 200: json(ref) },
      },
    },
    '/search': post(200, list),
    '/translate': post(200, { type: 'object', properties: { id: string } }),
    '/ping': { post: { responses: { 201: { description: '' } } } },
    '/log': { post: { requestBody: body, responses: { 200: { description: '' } } } },
    '/lines': {
      get: {
        responses: {
          200: { description: '', content: { 'application/jsonl': { schema: list } } },
          404: { description: '', content: { 'application/jsonl': { schema: list } } },
        },
      },
    },
    '/me': get(pet),
    '/things/{id}': { parameters: path('id'), head: { responses: { 200: { description: '' } } } },
  },
  { components: { schemas: { Pet: pet } } },
)
const resources = findResources(contract)
const named = (collection: string) => resources.find((each) => each.collection === collection)
const operation = (method: string, path: string) =>
  contract.operations.find((each) => each.method === method && each.path === path) as never

t.test('resources of a document', async (t) => {
  t.same(
    resources.map(({ collection, operations, parent }) => [
      collection,
      Object.keys(operations).sort().join(' '),
      parent?.collection,
    ]),
    [
      ['/houses', 'read', undefined],
      ['/cages', 'list read', undefined],
      ['/bags', 'list', undefined],
      ['/notes', 'create', undefined],
      ['/ping', 'create', undefined],
      ['/houses/{house}/pets', 'create list read replace', '/houses'],
      ['/houses/{id}/walls', 'list', '/houses'],
    ],
  )
  t.same(
    findSingles(contract, resources).map(({ read, parent }) => [read.path, parent?.collection]),
    [['/houses/{id}/roof', '/houses']],
  )
})

t.test('places of lists and items', async (t) => {
  t.equal(listPlace(contract, operation('GET', '/houses/{house}/pets'))?.name, 'data')
  t.equal(listPlace(contract, operation('POST', '/search'))?.name, undefined)
  t.equal(listPlace(contract, operation('GET', '/me')), undefined)
  t.equal(listPlace(contract, operation('GET', '/houses')), undefined)
  t.equal(itemPlace(contract, operation('POST', '/houses/{house}/pets'), ['id'])?.name, 'pet')
  t.equal(itemPlace(contract, operation('POST', '/search'), ['id']), undefined)
  t.equal(itemPlace(contract, operation('POST', '/ping'), ['id']), undefined)
  t.same(listPlace(contract, operation('GET', '/bags')), { name: 'items', schema: true })
  t.same(listPlace(contract, operation('POST', '/any')), { name: undefined, schema: true })
  t.equal(contentOf({ a: 1 }, { name: 'a', schema: true }), 1)
  t.equal(contentOf({ a: 1 }, { name: 'b', schema: true }), undefined)
  t.equal(contentOf([], { name: 'b', schema: true }), undefined)
})

t.test('the place of records is that of a success', async (t) => {
  t.match(recordsPlace(contract, operation('GET', '/lines')), { framing: 'json-lines' })
  const { responses } = operation('GET', '/lines') as Operation
  const failures = responses.filter(({ status }) => status === '404')
  t.equal(recordsPlace(contract, { responses: failures } as never), undefined)
  t.equal(recordsPlace(contract, operation('GET', '/me')), undefined)
})

t.test('identities of items and of Locations', async (t) => {
  const pets = named('/houses/{house}/pets') as never
  const at = (location: string | undefined) => {
    const headers = location === undefined ? [] : [['Location', location] as const]
    return identityAt(
      contract,
      pets,
      { status: 201, headers, body: Buffer.alloc(0), ms: 0 },
      'http://x',
    )
  }
  t.equal(at('/houses/1/pets/rex%20one'), 'rex one')
  t.equal(at('http://x/api/houses/1/pets/rex/?a=1'), 'rex')
  t.equal(at('/houses/1/pets/%zz'), '%zz')
  t.equal(at('/houses/1'), undefined)
  t.equal(at('http://['), undefined)
  t.equal(at(undefined), undefined)
  t.equal(identityIn(contract, pets, { petId: {}, id: 'rex' }), 'rex')
  t.equal(identityIn(contract, pets, { name: 1 }), undefined)
  t.equal(identityIn(contract, pets, 'rex'), undefined)
  t.equal(pathOf('a', 'http://x/b/c'), '/b/a')
})

t.test('what may be sent', async (t) => {
  const may = (method: string, target: string, forbidden: string[] = [], readOnly = false) =>
    mayBeSent(contract, { forbidden, readOnly }, { method, target, headers: [] })
  const raw = (text: string, readOnly: boolean, forbidden: string[] = []) =>
    mayBeSent(contract, { forbidden, readOnly }, { bytes: Buffer.from(text) })
  t.ok(mayBeSent(contract, undefined, { method: 'PUT', target: '/', headers: [] }))
  t.ok(may('PUT', '/houses/1/doors'))
  t.notOk(may('PUT', '/houses/1/doors?a=1', ['PUT /houses/{id}/doors']))
  t.ok(may('GET', '/houses/1', ['PUT /houses/{id}/doors']))
  t.notOk(may('PUT', '/houses/1/doors', [], true))
  t.ok(raw('GET / HTTP/1.1\r\n', true))
  t.notOk(raw('post / HTTP/1.1\r\n', true))
  t.notOk(raw('', true))
  t.notOk(raw('PUT /houses/1/doors HTTP/1.1', false, ['PUT /houses/{id}/doors']))
})

t.test('what is created may have a list of its own', async (t) => {
  const product = { type: 'object', properties: { sku: string, tags: { type: 'array' } } }
  const paths = {
    '/products': { ...get(list), ...post(201, product) },
    '/products/{sku}': { parameters: path('sku'), ...get(product) },
    '/finds': post(200, product),
  }
  const info = { title: 'Shop', version: '1' }
  const shop = findResources(new TestedContract({ openapi: '3.1.0', info, paths }))
  t.same(
    shop.map(({ collection, operations }) => [collection, ...Object.keys(operations).sort()]),
    [['/products', 'create', 'list', 'read']],
  )
})
