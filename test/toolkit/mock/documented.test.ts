import type { Contract } from 'fastify-contract'
import t from 'tap'
import { parse } from '#toolkit/generator/load/source.js'
import { acceptAnyCredential, mock, mockErrors } from '#toolkit/mock/index.js'
import { contractOf, serveContract } from '../../helpers/serve-document.js'

const DOCUMENT = `
openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets/{id}:
    get:
      operationId: read
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses:
        '200':
          description: d
          headers:
            X-Rate: { schema: { type: integer }, example: 42 }
            X-Wrong: { schema: { type: integer }, example: many }
            X-Kind: { schema: { enum: [a, b, c], examples: [c] } }
            X-Named: { schema: { type: string }, examples: { one: { value: first } } }
            Transfer-Encoding: { required: true, schema: { type: string }, example: chunked }
            Content-Length: { required: true, schema: { type: integer } }
          content:
            application/xml: { schema: { $ref: '#/components/schemas/Pet' } }
            application/json: { schema: { $ref: '#/components/schemas/Pet' } }
        '422': { description: d, content: { application/json: { schema: { type: object, required: [detail], properties: { detail: { type: string }, code: { type: string, example: E1 } } } } } }
  /pets:
    get:
      operationId: list
      parameters: [{ name: limit, in: query, required: true, schema: { type: integer } }]
      responses:
        '200': { description: d, content: { application/json: { schema: { type: array, minItems: 2, maxItems: 2, items: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] } } } } }
        '400': { description: d, content: { application/problem+json: { example: { status: 400, message: [1], info: { message: x } } } } }
        '422': { description: d, content: { application/json: {} } }
    post:
      operationId: add
      security: [{ key: [] }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
      responses:
        '200': { description: d, content: { application/xml: { schema: { $ref: '#/components/schemas/Pet' } } } }
        '401': { description: d, content: { text/plain: {}, application/problem+json: { schema: { type: object, properties: { title: { type: string }, status: { type: integer, example: 401 } } } } } }
        4XX: { description: d, content: { '*/*': { schema: { type: object, properties: { message: { const: fixed } }, required: [message] } } } }
    put:
      operationId: change
      requestBody: { required: true, content: { application/json: { schema: { type: integer } } } }
      responses:
        '200': { description: d, content: { application/xml: { example: <pet/> } } }
        '400': { description: d, content: { application/json: { schema: { type: integer, allOf: [{ type: string }] } } } }
    delete:
      operationId: remove
      parameters: [{ name: a, in: query, required: true, schema: { type: integer } }]
      responses: { '204': { description: d }, '400': { description: d, content: { application/json: { schema: { type: string } } } } }
  /nested: { get: { operationId: nested, parameters: [{ name: a, in: query, required: true, schema: { type: integer } }], responses: { '200': { description: d, content: { application/json: { schema: { type: string } } } }, '400': { description: d, content: { application/json: { schema: { type: object, required: [code, info, fault], properties: { code: { type: integer }, info: { type: object, properties: { n: { type: integer } } }, fault: { type: object, required: [message], properties: { message: { type: string } } } } } } } } } } }
  /page: { get: { operationId: page, parameters: [{ name: a, in: query, required: true, schema: { type: integer } }], responses: { '200': { description: d }, '400': { description: d, content: { text/html: { schema: { type: string }, example: '<p>no</p>' } } } } } }
  /strict: { post: { operationId: strict, requestBody: { required: true, content: { application/json: { schema: { type: object } } } }, responses: { '204': { description: d }, '422': { description: d, content: { application/json: { schema: { type: object, required: [detail], properties: { detail: { type: string } } } } } } } } }
  /written: { get: { operationId: written, responses: { '200': { description: d, content: { application/json: { schema: { type: object, properties: { a: { type: integer } } }, example: '{ "a": 5 }' } } } } } }
  /many: { get: { operationId: many, responses: { '200': { description: d, content: { application/json: { schema: { type: array, minItems: 520, items: { type: string, example: same } } } } } } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: x-key } }
  schemas:
    Category: { type: object, required: [id], properties: { id: { type: integer, example: 1 }, name: { type: string, examples: [Dogs, Cats] } } }
    Base: { type: object, properties: { tag: { type: string, example: tame } } }
    Pet:
      required: [name]
      allOf: [{ $ref: '#/components/schemas/Base' }]
      type: object
      properties:
        id: { type: integer, format: int64, example: 10 }
        name: { type: string, example: doggie }
        wrong: { type: integer, example: none }
        category: { $ref: '#/components/schemas/Category' }
        photos: { type: array, minItems: 1, items: { type: string, example: 'http://a' } }
        parent: { $ref: '#/components/schemas/Pet' }
    Cat: { type: object, additionalProperties: false, required: [kind], properties: { kind: { const: cat }, meows: { type: boolean, example: true } } }
    Dog: { type: object, additionalProperties: false, required: [kind], properties: { kind: { const: dog }, barks: { type: integer, minimum: 5, example: 7 } } }
`

const { value: document } = parse('openapi.yaml', DOCUMENT)
const contract = (await contractOf(t, DOCUMENT)) as Contract
const app = await serveContract(t, contract as never, {
  handlers: {},
  security: acceptAnyCredential(contract),
  missing: mock(contract, { document }),
  errorBody: await mockErrors(contract, { document }),
})

t.test('examples of members, elements, parts and headers are sent', async (t) => {
  const { statusCode, headers, body } = await app.inject('/pets/1')
  t.equal(statusCode, 200, body)
  const pet = JSON.parse(body)
  t.match(pet, {
    ...{ id: 1, name: 'doggie', tag: 'tame', category: { id: 1, name: 'Dogs' } },
    parent: { id: 10, name: 'doggie' },
  })
  t.ok(pet.photos.every((each: unknown) => each === 'http://a'))
  t.type(pet.wrong, 'number', 'an example that its schema refuses')
  t.match(headers, { 'x-rate': '42', 'x-kind': 'c', 'x-named': 'first' })
  t.match(headers['x-wrong'], /^\d+$/)
  t.equal(headers['transfer-encoding'], undefined)
  t.equal(headers['content-length'], String(body.length))
})

t.test('members of alternatives are sent where the schema accepts them', async (t) => {
  for (const pet of (await app.inject('/pets?limit=1')).json()) {
    if (pet.kind === 'cat') t.match(pet, { meows: true })
    else t.match(pet, { kind: 'dog', barks: 7 })
  }
})

t.test('some of very many examples are sent', async (t) => {
  const all: string[] = (await app.inject('/many')).json()
  t.ok(all.slice(0, 499).every((each) => each === 'same'))
  t.notOk(all.every((each) => each === 'same'))
})

t.test('XML is sent as an example, and else named as what cannot be', async (t) => {
  const send = (method: 'POST' | 'PUT', payload: unknown) =>
    app.inject({ method, url: '/pets', headers: { 'x-key': 'a' }, payload: payload as object })
  const none = await send('POST', { name: 'a' })
  t.equal(none.statusCode, 501)
  t.match(none.body, /XML is not written from a schema; the document needs an example of it/)
  const given = await app.inject({
    method: 'PUT',
    url: '/pets',
    headers: { 'content-type': 'application/json' },
    payload: '1',
  })
  t.match(given, { statusCode: 200, body: '<pet/>' })
  t.match(given.headers['content-type'], /^application\/xml/)
})

t.test('refusals have the shapes of the document', async (t) => {
  const table: [request: object | string, status: number, body: unknown][] = [
    ['/pets/x', 422, { detail: /path\.id must be integer/, code: 'E1' }],
    [
      '/pets?limit=x',
      400,
      { status: 400, message: [1], info: { message: /limit must be integer/ } },
    ],
    [{ method: 'POST', url: '/pets' }, 401, { title: 'A credential is required.', status: 401 }],
    [{ method: 'POST', url: '/pets', headers: { 'x-key': 'a' } }, 400, { message: 'fixed' }],
    [{ method: 'PUT', url: '/pets', payload: {} }, 400, { error: 40002 }],
    [{ method: 'DELETE', url: '/pets' }, 400, /query\.a is required/],
    ['/nested', 400, { fault: { message: /query\.a is required/ }, info: Object, code: Number }],
    ['/nothing', 404, { error: /./ }],
  ]
  for (const [request, status, body] of table) {
    const response = await app.inject(request as never)
    t.equal(response.statusCode, status, JSON.stringify(request))
    t.match(response.json(), body as never)
  }
  const { headers } = await app.inject({ method: 'POST', url: '/pets' })
  t.match(headers['content-type'], /^application\/problem\+json/)
  const page = await app.inject('/page')
  t.match(page, { statusCode: 400, body: '<p>no</p>', headers: { 'content-type': 'text/html' } })
})

t.test('examples of Swagger 2.0 are inside of its schemas, too', async (t) => {
  const text = `
swagger: '2.0'
info: { title: Pets, version: '1' }
produces: [application/json]
paths:
  /pet: { get: { operationId: pet, responses: { '200': { description: d, schema: { $ref: '#/definitions/Pet' } } } } }
definitions:
  Pet: { type: object, required: [name], properties: { name: { type: string, example: doggie } } }
`
  const contract = (await contractOf(t, text)) as Contract
  const { value: document } = parse('swagger.yaml', text)
  const missing = mock(contract, { document })
  const app = await serveContract(t, contract as never, { handlers: {}, missing })
  t.same((await app.inject('/pet')).json(), { name: 'doggie' })
})

t.test('a response of Swagger 2.0 may have examples alone', async (t) => {
  const text = `
swagger: '2.0'
info: { title: Pets, version: '1' }
paths:
  /pet: { get: { operationId: pet, responses: { '200': { description: d, examples: { application/json: { a: 1 }, text/plain: b, other: c } } } } }
  /one: { get: { operationId: one, responses: { '200': { description: d, examples: { application/json: [1] } } } } }
  /none: { get: { operationId: none, responses: { '200': { description: d, examples: {} } } } }
`
  const contract = (await contractOf(t, text)) as Contract
  const { value: document } = parse('swagger.yaml', text)
  const missing = mock(contract, { document })
  const app = await serveContract(t, contract as never, { handlers: {}, missing })
  t.same((await app.inject('/pet')).json(), { a: 1 })
  t.equal((await app.inject({ url: '/pet', headers: { accept: 'text/plain' } })).body, 'b')
  t.same((await app.inject('/one')).json(), [1])
  t.equal((await app.inject('/none')).body, '')
})

t.test(
  'examples of whole bodies that their schemas refuse are sent where that is wanted',
  async (t) => {
    const text = `
openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pet: { get: { operationId: pet, responses: { '200': { description: d, content: { application/json: { schema: { type: object, required: [n, deep], properties: { n: { type: integer, example: none }, deep: { type: object, required: [a], properties: { a: { type: object, properties: { b: { type: array, items: { type: object, properties: { c: { type: string, maxLength: 1, example: long } } } } } } } }, one: { oneOf: [{ type: integer, example: x }, { type: string, maxLength: 0 }] } } } } } } } } }
  /list: { get: { operationId: list, responses: { '200': { description: d, content: { application/json: { schema: { type: array, items: { type: object, properties: { id: { type: integer } } } }, example: [{ id: one }] } } } } } }
  /list/{id}: { get: { operationId: item, parameters: [{ name: id, in: path, required: true, schema: { type: string } }], responses: { '204': { description: d } } } }
`
    const contract = (await contractOf(t, text)) as Contract
    const { value: document } = parse('openapi.yaml', text)
    const missing = mock(contract, { document, examples: 'all', stateful: true })
    const responses = 'off'
    const app = await serveContract(t, contract as never, { handlers: {}, missing, responses })
    const pet = (await app.inject('/pet')).json()
    t.type(pet.n, 'number', 'what is made of examples is valid')
    t.same(pet.deep, { a: { b: [{}] } })
    t.same((await app.inject('/list')).json(), [{ id: 'one' }])
  },
)

t.test('an example that is written as the text of its JSON is sent as that JSON', async (t) => {
  t.same((await app.inject('/written')).json(), { a: 5 })
})

t.test('a body that is no JSON is 422 where the document has that in place of 400', async (t) => {
  const headers = { 'content-type': 'application/json' }
  const refused = await app.inject({ method: 'POST', url: '/strict', headers, payload: '{' })
  t.equal(refused.statusCode, 422)
  t.match(refused.json().detail, /not valid JSON/)
})
