import type { Contract } from 'fastify-contract'
import t from 'tap'
import { parse } from '#toolkit/generator/load/source.js'
import { exampleUrl } from '#toolkit/mock/example-url.js'
import { examplesIn } from '#toolkit/mock/examples.js'
import { identified, identityOf } from '#toolkit/mock/identity.js'
import { mock } from '#toolkit/mock/index.js'
import { itemSource } from '#toolkit/mock/item-source.js'
import { contractOf, serveContract } from '../../helpers/serve-document.js'

const json = (schema: string, more = '') =>
  `content: { application/json: { schema: ${schema}${more} } }`
const ok = (schema: string, more?: string) => `{ '200': { description: d, ${json(schema, more)} } }`
const inPath = (name: string, more = '') =>
  `{ name: ${name}, in: path, required: true, schema: { type: string }${more} }`

const nested = (depth: number): string =>
  depth === 0 ? '{ type: string }' : `{ allOf: [${nested(depth - 1)}] }`

const DOCUMENT = `
openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets/{petId}:
    parameters: [{ $ref: '#/components/parameters/petId' }, { name: petId, in: query, schema: { type: string } }]
    get: { operationId: read, responses: ${ok('{ type: object, required: [id, name], properties: { id: { type: integer, example: 3 }, name: { type: string, example: doggie } } }')} }
    delete:
      operationId: remove
      parameters: [{ name: petId, in: path, required: true, schema: { type: integer }, example: 12 }]
      responses: { '204': { description: d } }
  /pets:
    get:
      operationId: list
      parameters:
        - { name: limit, in: query, required: true, schema: { type: integer, examples: [5, 6] } }
        - { name: q a, in: query, required: true, content: { application/json: { example: { a: 1 } } } }
        - { name: tags, in: query, required: true, schema: { type: array, items: { type: string } }, example: [a&b] }
        - { name: sort, in: query, required: true, schema: { type: array, items: { type: string } }, example: [a, b] }
        - { name: other, in: query, schema: { type: string }, example: unseen }
      responses: ${ok('{ type: array, items: { type: object } }')}
    post: { operationId: add, requestBody: { ${json('{ type: object }')} }, responses: ${ok('{ type: object, required: [pet], properties: { pet: { type: object }, data: { type: object, required: [petId], properties: { petId: { type: integer } } } } }')} }
  /owners/{owner}/pets: { get: { operationId: ofOwner, parameters: [${inPath('owner')}], responses: ${ok('{ type: array, minItems: 2, items: { type: object, required: [owner, id], properties: { owner: { type: string }, id: { type: string } } } }')} } }
  /owners/{owner}/labels/{name}: { get: { operationId: label, parameters: [${inPath('owner')}, ${inPath('name')}], responses: ${ok('{ type: object, required: [items, name], properties: { name: { type: string }, key: { const: fixed }, items: { type: array, minItems: 1, items: { type: object, required: [owner, name], properties: { owner: { type: string }, name: { type: string } } } } } }')} } }
  /files/{path}: { get: { operationId: file, parameters: [${inPath('path', ', style: label, example: a')}], responses: ${ok('{ type: array, minItems: 1, items: { type: object, required: [path], properties: { path: { type: integer } } } }')} } }
  /notes/{noteId}: { get: { operationId: note, parameters: [${inPath('noteId', ', examples: { none: { externalValue: x }, one: { dataValue: a/b } }')}], responses: ${ok('{ type: object, required: [id], properties: { id: { type: string } } }', ', example: { id: mine }')} } }
  /numbers/{id}: { get: { operationId: number, parameters: [${inPath('id')}], responses: ${ok('{ type: object, required: [id], properties: { id: { type: integer, maximum: 5 } } }')} } }
  /states/{id}: { get: { operationId: state, parameters: [${inPath('id', ', example: new')}], responses: { '100': { description: d } } }, delete: { operationId: dropState, parameters: [${inPath('id')}], responses: { '204': { description: d } } } }
  /empty/{id}: { get: { operationId: empty, parameters: [${inPath('id', ', example: new')}], responses: { '204': { description: d } } } }
  /odd/{id}: { get: { operationId: odd, parameters: [${inPath('id', ', example: new')}], responses: ${ok('{ type: object, required: [id], properties: { id: { type: integer } } }')} } }
  /deep: { get: { operationId: deep, responses: ${ok(nested(10))} } }
components:
  parameters: { petId: { name: petId, in: path, required: true, schema: { type: integer }, examples: { one: { value: 10 }, two: { value: 11 } } } }
`

const contract = (await contractOf(t, DOCUMENT)) as Contract
const { value: document } = parse('openapi.yaml', DOCUMENT)
const app = await serveContract(t, contract as never, { missing: mock(contract, { document }) })

async function answer(method: 'GET' | 'POST', url: string) {
  const response = await app.inject({ method, url, ...(method === 'POST' && { payload: {} }) })
  t.equal(response.statusCode, 200, response.body)
  return response.json()
}

t.test(
  'an item has the id by which it is asked for, beside the examples of its members',
  async (t) => {
    t.same(await answer('GET', '/pets/77'), { id: 77, name: 'doggie' })
  },
)

t.test('items have the ids of what they are in', async (t) => {
  const pets = await answer('GET', '/owners/ada/pets')
  t.ok(pets.length > 1)
  t.ok(pets.every(({ owner }: { owner: string }) => owner === 'ada'))
  t.notOk(pets.every(({ id }: { id: string }) => id === 'ada'))
  const label = await answer('GET', '/owners/ada/labels/blue')
  t.match(label, { name: 'blue', key: 'fixed' })
  t.equal(label.items[0].owner, 'ada')
})

t.test(
  'an id that a body cannot have leaves it as it is, and so does an example of a body',
  async (t) => {
    const [file] = await answer('GET', '/files/.x')
    t.type(file.path, 'number')
    t.same(await answer('GET', '/notes/7'), { id: 'mine' })
    const { id } = await answer('GET', '/numbers/x')
    t.ok(id <= 5)
    t.ok((await answer('GET', '/numbers/99')).id <= 5)
    t.same(await answer('GET', '/numbers/4'), { id: 4 })
  },
)

t.test('what is created has the example of the parameter with its id', async (t) => {
  t.match(await answer('POST', '/pets'), { data: { petId: 10 } })
})

t.test('the routes are written with the examples of their parameters', async (t) => {
  const { parameters } = examplesIn(document)
  const urls = contract.operations.map(({ path, method }) => {
    return exampleUrl(path, parameters({ path, method }))
  })
  t.same(urls, [
    '/pets/10',
    '/pets/12',
    '/pets?limit=5&q%20a={q a}&tags=a%26b&sort={sort}',
    '/pets',
    '/owners/{owner}/pets',
    '/owners/{owner}/labels/{name}',
    '/files/{path}',
    '/notes/a%2Fb',
    '/numbers/{id}',
    '/states/new',
    '/states/{id}',
    '/empty/new',
    '/odd/new',
    '/deep',
  ])
  const query = { name: 'a', in: 'query', isRequired: true, style: undefined, examples: [true] }
  t.equal(exampleUrl('/a?b=c', [query]), '/a?b=c&a=true')
})

t.test('a parameter that is no object has no example', async (t) => {
  const { parameters } = examplesIn({ paths: { '/a': { get: { parameters: [1] } } } })
  t.same(parameters({ path: '/a', method: 'GET' }), [])
})

t.test(
  'the items of a resource begin with the examples of the parameter with the id',
  async (t) => {
    const stateful = await serveContract(t, contract as never, {
      missing: mock(contract, { document, stateful: true }),
    })
    const ids = [10, 11, 12]
    for (const id of ids)
      t.same((await stateful.inject(`/pets/${id}`)).json(), { id, name: 'doggie' })
    t.equal((await stateful.inject('/pets/13')).statusCode, 404)
    t.equal((await stateful.inject({ method: 'DELETE', url: '/pets/11' })).statusCode, 204)
    t.equal((await stateful.inject('/pets/11')).statusCode, 404, 'also when it has been removed')
    t.same((await stateful.inject('/notes/a%2Fb')).json(), { id: 'a/b' })
    t.same((await stateful.inject('/notes/mine')).json(), { id: 'mine' })
    t.equal((await stateful.inject('/states/new')).statusCode, 501, 'no status is documented')
    const drop = () => stateful.inject({ method: 'DELETE', url: '/states/new' })
    t.equal((await drop()).statusCode, 204)
    t.equal((await drop()).statusCode, 404)
    t.equal((await stateful.inject('/empty/new')).statusCode, 204)
    t.equal((await stateful.inject('/empty/other')).statusCode, 404)
    t.equal((await stateful.inject('/odd/new')).statusCode, 200, 'though no body has that id')
    t.type((await app.inject('/deep')).json(), 'string')
  },
)

t.test('an id is looked for in the item of a body and no deeper', async (t) => {
  const put = (body: object) => identified(body, [identityOf('id', 1)], () => true)
  t.same(put({ data: { item: { id: 0 } } }), { data: { item: { id: 1 } } })
  t.same(put({ data: { item: { data: { id: 0 } } } }), { data: { item: { data: { id: 0 } } } })
  t.same(put({ owner: { id: 0 } }), { owner: { id: 0 } })
})

t.test('the operation of an item is loaded', async (t) => {
  const shape = { id: 'id', properties: new Map() }
  const params = { schema: 's', parameters: [], validate: (value: object) => 'id' in value }
  const operation = { load: async () => ({ params, responses: {} }) }
  const sources = { draw: () => ({ id: 'drawn' }) } as never
  const item = { operation: operation as never, parameter: 'id', examples: [] }
  const source = await itemSource(item, shape, sources)
  t.ok(source.isPossible({}, 'a'))
  t.equal(source.drawId(), 'drawn')
  const other = await itemSource(undefined, shape, sources)
  t.ok(other.isPossible({}, 'a'))
  t.equal(other.drawId(), undefined)
})

t.test('a parameter of Swagger 2.0 has its example in an extension', async (t) => {
  const parameter = { name: 'petId', in: 'path', required: true, type: 'integer', 'x-example': 10 }
  const paths = { '/pets/{petId}': { get: { parameters: [parameter], responses: {} } } }
  const parameters = examplesIn({ swagger: '2.0', paths }).parameters({
    path: '/pets/{petId}',
    method: 'GET',
  })
  t.equal(exampleUrl('/pets/{petId}', parameters), '/pets/10')
})
