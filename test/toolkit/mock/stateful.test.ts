import type { Contract } from 'fastify-contract'
import t, { type Test } from 'tap'
import { parse } from '#toolkit/generator/load/source.js'
import { listEnvelope } from '#toolkit/mock/envelope.js'
import { acceptedBy, counted, fitted } from '#toolkit/mock/fitting.js'
import { mock } from '#toolkit/mock/index.js'
import { makeRoom } from '#toolkit/mock/make-room.js'
import { selected } from '#toolkit/mock/selection.js'
import { rolesOf } from '#toolkit/openapi/resources/roles.js'
import { contractOf, serveContract } from '../../helpers/serve-document.js'
import { serveStateful } from './serve-stateful.js'

const JSON_TYPE = 'application/json'
const content = (schema: string, more = '') =>
  `content: { ${JSON_TYPE}: { schema: ${schema}${more} } }`
const ref = (name: string) => `{ $ref: '#/components/schemas/${name}' }`
const id = (name: string, schema: string) =>
  `{ name: ${name}, in: path, required: true, schema: ${schema} }`

const DOCUMENT = `
openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get:
      operationId: listPets
      parameters: [{ name: limit, in: query, schema: { type: integer } }, { name: tag, in: query, schema: { type: string } }]
      responses: { '200': { description: d, ${content(`{ type: object, required: [data, total], properties: { data: { type: array, items: ${ref('Pet')} }, total: { type: integer } } }`, ", example: { total: 1, data: [{ id: 1, name: rex, createdAt: '2020-01-01T00:00:00Z' }, { name: none }] }")} } }
    post:
      operationId: createPet
      requestBody: { required: true, ${content(ref('NewPet'))} }
      responses: { '201': { description: d, headers: { Location: { schema: { type: string } } }, ${content(`{ type: object, required: [pet], properties: { pet: ${ref('Pet')} } }`)} } }
  /pets/{petId}:
    parameters: [${id('petId', '{ type: integer, format: int64 }')}]
    get: { operationId: getPet, responses: { '200': { description: d, ${content(ref('Pet'))} }, '404': { description: d, ${content('{ type: object, required: [code], properties: { code: { type: string, example: GONE } } }')} } } }
    put: { operationId: putPet, requestBody: { ${content(ref('NewPet'))} }, responses: { '200': { description: d, ${content(ref('Pet'))} } } }
    patch: { operationId: patchPet, requestBody: { content: { application/merge-patch+json: { schema: { type: object } } } }, responses: { '204': { description: d } } }
    delete: { operationId: deletePet, responses: { '200': { description: d, ${content(ref('Pet'))} } } }
  /pets/{petId}/photos/: { post: { operationId: upload, parameters: [${id('petId', '{ type: integer }')}], responses: { '204': { description: d } } } }
  /owners/{owner}/keys:
    get: { operationId: listKeys, parameters: [${id('owner', '{ type: string }')}], responses: { '200': { description: d, ${content('{ type: array, items: { type: object, required: [uuid, name], properties: { uuid: { type: string, format: uuid }, name: { type: string } } } }')} } } }
    post: { operationId: addKey, parameters: [${id('owner', '{ type: string }')}], requestBody: { ${content('{ type: [object, integer] }')} }, responses: { '204': { description: d } } }
  /owners/{owner}/keys/{uuid}:
    get: { operationId: getKey, parameters: [${id('owner', '{ type: string }')}, ${id('uuid', '{ type: string }')}], responses: { '200': { description: d, ${content('{ type: object, required: [uuid], properties: { uuid: { type: string, format: uuid }, name: { type: integer } } }')} } } }
  /things:
    get: { operationId: listThings, responses: { '200': { description: d, ${content('{ type: object, properties: { a: { type: string } } }')} } } }
    put: { operationId: putThing, requestBody: { ${content(ref('Thing'))} }, responses: { '404': { description: d }, '200': { description: d, ${content('{ type: object, required: [ok], properties: { ok: { const: true } } }')} } } }
    post: { operationId: addThing, requestBody: { ${content(ref('Thing'))} }, responses: { '200': { description: d, ${content('{ type: object, required: [ok], properties: { ok: { const: true } } }')} } } }
  /things/{key}:
    get: { operationId: getThing, parameters: [${id('key', '{ type: string }')}], responses: { '200': { description: d, ${content(`{ type: object, required: [data], properties: { data: ${ref('Thing')} } }`)} } } }
  /few: { get: { operationId: listFew, responses: { '200': { description: d, ${content('{ type: array, maxItems: 1, items: { type: object, required: [id], properties: { id: { type: integer } } } }')} } } }, post: { operationId: addFew, requestBody: { ${content('{ type: object }')} }, responses: { '204': { description: d } } } }
  /few/{id}: { get: { operationId: getFew, parameters: [${id('id', '{ type: integer }')}], responses: { '200': { description: d, ${content('{ type: object }')} } } } }
  /many: { get: { operationId: listMany, responses: { '200': { description: d, ${content('{ type: array, minItems: 3, items: { type: object, required: [id], properties: { id: { type: integer } } } }')} } } }, post: { operationId: addMany, requestBody: { ${content('{ type: object }')} }, responses: { '204': { description: d } } } }
  /many/{id}: { get: { operationId: getMany, parameters: [${id('id', '{ type: integer }')}], responses: { '200': { description: d, ${content('{ type: object }')} } } } }
  /sums: { put: { operationId: putSum, requestBody: { ${content('{ type: object }')} }, responses: { '204': { description: d } } }, get: { operationId: listSums, responses: { '200': { description: d, ${content('{ type: array, items: { type: integer } }')} } } }, post: { operationId: addSum, requestBody: { ${content('{ type: object }')} }, responses: { '204': { description: d } } } }
  /sums/{id}: { get: { operationId: getSum, parameters: [${id('id', '{ type: integer }')}], responses: { '200': { description: d, ${content('{ type: object }')} } } } }
  /blank: { post: { operationId: addBlank, requestBody: { ${content('{ type: object }')} }, responses: { '204': { description: d } } } }
  /blank/{x}: { get: { operationId: getBlank, parameters: [${id('x', '{ type: string }')}], responses: { '204': { description: d } } }, delete: { operationId: dropBlank, parameters: [${id('x', '{ type: string }')}], responses: { '100': { description: d } } } }
  /free: { get: { operationId: free, responses: { '200': { description: d, ${content('{ const: free }')} } } } }
  /log: { get: { operationId: readLog, parameters: [{ name: level, in: query, schema: { type: string } }, { name: limit, in: query, schema: { type: integer } }], responses: { '200': { description: d, ${content('{ type: object, properties: { entries: { type: array, items: { type: object, properties: { level: { type: string } } } }, total: { type: integer } } }', ', example: { total: 9, entries: [{ level: warn }, { level: info }, { level: warn }] }')} } } } }
  /drawn: { get: { operationId: readDrawn, parameters: [{ name: level, in: query, schema: { type: string } }], responses: { '200': { description: d, ${content('{ type: object, required: [entries, meta], properties: { meta: { type: object, required: [total], properties: { total: { type: integer } } }, entries: { type: array, minItems: 1, items: { type: object, required: [level], properties: { level: { type: string } } } } } }')} } } } }
  /lone/{x}: { get: { operationId: lone, parameters: [${id('x', '{ type: string }')}], responses: { '200': { description: d, content: { text/plain: {} } } } } }
components:
  schemas:
    NewPet: { type: object, required: [name], properties: { name: { type: string }, tag: { type: string }, password: { type: string, writeOnly: true } } }
    Pet: { allOf: [${ref('NewPet')}, { type: object, required: [id, createdAt], properties: { id: { type: integer, format: int64 }, createdAt: { type: string, format: date-time, readOnly: true } } }] }
    Thing: { type: object, properties: { key: { type: string }, n: { type: integer, maximum: 5 } } }
`

const contract = (await contractOf(t, DOCUMENT)) as Contract
const { value: document } = parse('openapi.yaml', DOCUMENT)

const served = (t: Test) => serveStateful(t, contract, document)

t.test('the operations of a resource agree with each other', async (t) => {
  const send = await served(t)
  const rex = { id: 1, name: 'rex', createdAt: '2020-01-01T00:00:00Z' }
  t.same((await send('GET', '/pets')).body, { data: [rex], total: 1 }, 'the examples')
  const made = await send('POST', '/pets', { name: 'ada', tag: 't', password: 'secret' })
  t.match(made, { status: 201, body: { pet: { id: 2, name: 'ada', tag: 't' } } })
  t.equal(made.headers.location, '/pets/2')
  t.equal(made.body.pet.password, undefined)
  const ada = made.body.pet
  t.same((await send('GET', '/pets/2')).body, ada)
  t.same((await send('GET', '/pets')).body, { data: [rex, ada], total: 2 })
  t.same((await send('GET', '/pets?limit=1')).body, { data: [rex], total: 2 })
  t.same((await send('GET', '/pets?tag=t')).body, { data: [ada], total: 1 })
  const bob = (await send('PUT', '/pets/2', { name: 'bob' })).body
  t.same(bob, { id: 2, name: 'bob', createdAt: ada.createdAt }, 'what the service sets stays')
  const patch = { tag: 'new', other: 1 }
  t.equal((await send('PATCH', '/pets/2', patch, 'application/merge-patch+json')).status, 204)
  t.match((await send('GET', '/pets/2')).body, { ...bob, tag: 'new' })
  await send('PATCH', '/pets/2', { tag: null }, 'application/merge-patch+json')
  t.equal((await send('GET', '/pets/2')).body.tag, undefined)
  t.match(await send('DELETE', '/pets/2'), { status: 200, body: { id: 2, name: 'bob' } })
  t.match(await send('GET', '/pets/2'), { status: 404, body: { code: 'GONE' } })
  t.equal((await send('DELETE', '/pets/2')).status, 404)
  t.equal((await send('PUT', '/pets/3', { name: 'a' })).status, 404)
  t.same((await send('GET', '/pets')).body, { data: [rex], total: 1 })
})

t.test('ids of clients are kept, and collections are apart', async (t) => {
  const send = await served(t)
  await send('POST', '/owners/a/keys', { name: 5, uuid: '6ba7b810-9dad-11d1-80b4-00c04fd430c8' })
  const found = await send('GET', '/owners/a/keys/6ba7b810-9dad-11d1-80b4-00c04fd430c8')
  t.match(found, { status: 200, body: { name: 5 } })
  const elsewhere = await send('GET', '/owners/b/keys/6ba7b810-9dad-11d1-80b4-00c04fd430c8')
  t.equal(elsewhere.status, 404)
  await send('POST', '/owners/b/keys', { name: 'x' })
  const [made] = (await send('GET', '/owners/b/keys')).body
  t.match(made, { name: 'x', uuid: /^[-0-9a-f]{36}$/ })
  t.match((await send('GET', `/owners/b/keys/${made.uuid}`)).body, { uuid: made.uuid })
  t.equal((await send('POST', '/owners/b/keys', 5)).status, 204, 'no item')
})

t.test('responses without items are those of a mock without a state', async (t) => {
  const send = await served(t)
  t.same((await send('POST', '/things', { key: 'a', n: 1 })).body, { ok: true })
  t.same((await send('GET', '/things/a')).body, { data: { key: 'a', n: 1 } })
  t.same((await send('PUT', '/things', { key: 'a', n: 2 })).body, { ok: true })
  t.same((await send('GET', '/things/a')).body, { data: { key: 'a', n: 2 } })
  t.equal((await send('PUT', '/things', { key: 'b' })).status, 404)
  t.equal((await send('PUT', '/sums', { id: 99 })).status, 204, 'an operation without 404')
  t.equal((await send('POST', '/things', { n: 3 })).status, 200)
  t.match((await send('GET', '/things/1')).body, { data: { key: '1', n: 3 } })
  t.type((await send('GET', '/things')).body, 'object')
  t.equal((await send('GET', '/free')).body, 'free')
  t.equal((await send('GET', '/blank/1')).status, 404)
  t.equal((await send('POST', '/blank', { a: 1 })).status, 204)
  t.equal((await send('GET', '/blank/1')).status, 204)
  t.equal((await send('DELETE', '/blank/1')).status, 501, 'no status is documented')
  for (const each of [7, 8]) await send('POST', '/few', { id: each })
  t.equal((await send('GET', '/few')).body.length, 1, 'a list that is too long')
  await send('POST', '/many', { id: 7 })
  t.ok((await send('GET', '/many')).body.length >= 3, 'a list that is too short')
  await send('POST', '/sums', { id: 7 })
  const { body: sums } = await send('GET', '/sums')
  t.ok(sums.every(Number.isInteger), 'a list of other things')
  t.equal((await send('POST', '/pets/1/photos/')).status, 204)
})

t.test('a client that prefers an answer gets it', async (t) => {
  const app = await serveContract(t, contract as never, {
    handlers: {},
    missing: mock(contract, { document, stateful: true }),
  })
  const response = await app.inject({ url: '/pets/77', headers: { prefer: 'code=200' } })
  t.equal(response.statusCode, 200)
  t.equal((await app.inject('/pets/77')).statusCode, 404)
})

t.test('where examples that their schemas refuse count, lists do too', async (t) => {
  const app = await serveContract(t, contract as never, {
    handlers: {},
    missing: mock(contract, { document, stateful: true, examples: 'all' }),
    responses: 'off',
  })
  for (const id of [7, 8]) await app.inject({ method: 'POST', url: '/few', payload: { id } })
  t.same((await app.inject('/few')).json(), [{ id: 8 }], 'the newest of as many as it may have')
  await app.inject({ method: 'POST', url: '/many', payload: { id: 7 } })
  t.same((await app.inject('/many')).json(), [{ id: 7 }], 'fewer than it has to have')
})

t.test('resources are found by their paths', async (t) => {
  const roles = rolesOf(
    [
      ['POST', '/pets'],
      ['GET', '/pets/'],
      ['DELETE', '/pets/{pet-id}'],
      ['OPTIONS', '/pets/{pet-id}'],
      ['PUT', '/pets/{pet-id}/state'],
      ['GET', '/orders/{orderID}'],
      ['GET', '/{any}'],
      ['GET', '/parts/{x1}'],
    ].map(([method = '', path = '']) => ({ operationId: `${method} ${path}`, method, path })),
  )
  const found = [...roles].map(([name, { action, resource, parameter }]) => {
    return [name, action, resource.collection, resource.idNames.slice(0, 2), parameter]
  })
  t.same(found, [
    ['POST /pets', 'create', '/pets', ['pet-id', 'id'], undefined],
    ['GET /pets/', 'list', '/pets', ['pet-id', 'id'], undefined],
    ['DELETE /pets/{pet-id}', 'remove', '/pets', ['pet-id', 'id'], 'pet-id'],
    ['GET /orders/{orderID}', 'read', '/orders', ['orderID', 'id'], 'orderID'],
    ['GET /{any}', 'read', '', ['any', 'id'], 'any'],
    ['GET /parts/{x1}', 'read', '/parts', ['x1', 'id'], 'x1'],
  ])
})

t.test('queries select items', async (t) => {
  const items = Array.from({ length: 5 }, (_, n) => ({ id: n, kind: n % 2 ? 'odd' : 'even' }))
  const ids = (query: object) => selected(items, query as never).page.map(({ id }) => id)
  t.same(ids({}), [0, 1, 2, 3, 4])
  t.same(ids({ kind: 'odd', other: 1 }), [1, 3])
  t.same(ids({ id: [1, '2'] }), [1, 2])
  t.same(ids({ kinds: ['odd'] }), [1, 3])
  t.same(ids({ limit: 2, offset: 1 }), [1, 2])
  t.same(ids({ per_page: 2, page: 2 }), [2, 3])
  t.same(ids({ page: 1 }), [0, 1, 2, 3, 4])
  t.same(ids({ limit: -1, offset: 'x' }), [0, 1, 2, 3, 4])
  t.equal(selected(items, { limit: 1 }).all.length, 5)
})

t.test('a map has room for some members', async (t) => {
  const map = new Map(['a', 'b', 'c'].map((name) => [name, 1]))
  makeRoom(map, 2)
  t.same([...map.keys()], ['b', 'c'])
  makeRoom(map)
  t.equal(map.size, 2)
})

t.test('a body without a documented media type is any', async (t) => {
  const operation = { responses: {} } as never
  t.ok(acceptedBy(operation, { status: 204 })(1))
  t.ok(acceptedBy(operation, { status: 200, contentType: JSON_TYPE } as never)(1))
})

t.test('an item has what its body must have', async (t) => {
  const accepts = (body: unknown) => Object.hasOwn(Object(body), 'a')
  t.same(fitted({ a: 1, b: 2 }, [], { c: 3 }, accepts), { a: 1, c: 3 })
  t.same(fitted({ a: 1, b: 2 }, [], { a: 3 }, accepts), { a: 3 })
  t.same(
    fitted({ a: 1 }, [], { a: 2, b: 2 }, (body) => Object(body).a === 1),
    { a: 1, b: 2 },
  )
  t.same(
    counted({ total: 1 }, 2, () => true),
    { total: 2 },
  )
  t.same(
    counted({ total: 1 }, 2, () => false),
    { total: 1 },
  )
})

t.test('the list of a body that has its items is found', async (t) => {
  const list = { type: 'array' }
  const items = {
    allOf: [{ type: 'array', items: { properties: { id: {} } } }, { description: 'd' }],
  }
  const found = (properties: object) =>
    listEnvelope({}, { pointer: '#', value: { type: 'object', properties } }, ['id'])
  t.same(found({ pets: list }), ['pets'], 'the only one')
  t.equal(found({ pets: list, owners: list }), undefined)
  t.same(found({ pets: list, data: list }), ['data'], 'by its name')
  t.same(found({ data: list, pets: items }), ['pets'], 'by the ids of its items')
  t.same(found({ pets: items, data: items }), ['data'])
  t.same(found({ data: { properties: { pets: items } } }), ['data', 'pets'])
  t.equal(found({ data: { properties: { pets: list } } }), undefined)
  t.equal(found({ a: { properties: { b: { properties: { pets: items } } } } }), undefined)
})

t.test('a list of no resource has the entries of the example that a query selects', async (t) => {
  const send = await served(t)
  const [warn, info] = [{ level: 'warn' }, { level: 'info' }]
  t.same((await send('GET', '/log')).body, { total: 9, entries: [warn, info, warn] })
  t.same((await send('GET', '/log?level=info')).body, { total: 1, entries: [info] })
  t.same((await send('GET', '/log?level=debug')).body, { total: 0, entries: [] })
  t.same((await send('GET', '/log?limit=2')).body, { total: 3, entries: [warn, info] })
  const { entries } = (await send('GET', '/drawn')).body
  t.same((await send('GET', '/drawn')).body.entries, entries, 'values that are drawn stay')
  const found = (await send('GET', `/drawn?level=${entries[0].level}`)).body
  t.equal(found.entries[0].level, entries[0].level)
})

t.test('the items of responses of any media type have their ids where JSON has them', async (t) => {
  const any = (schema: string) => `content: { '*/*': { schema: ${schema} } }`
  const item = '{ type: object, required: [_id], properties: { _id: { type: string } } }'
  const text = `
openapi: 3.1.0
info: { title: Events, version: '1' }
paths:
  /events:
    get: { operationId: list, responses: { '200': { description: d, ${any(`{ type: array, items: ${item} }`)} } } }
    post: { operationId: add, requestBody: { ${content('{ type: object }')} }, responses: { '204': { description: d } } }
  /events/{id}:
    get: { operationId: read, parameters: [${id('id', '{ type: string }')}], responses: { '200': { description: d, ${any(item)} }, '404': { description: d } } }
`
  const own = (await contractOf(t, text)) as Contract
  const send = await serveStateful(t, own, parse('openapi.yaml', text).value)
  t.equal((await send('POST', '/events', {})).status, 204)
  const [event] = (await send('GET', '/events')).body
  t.same((await send('GET', `/events/${event._id}`)).body, event)
})
