import type { Contract } from 'fastify-contract'
import t from 'tap'
import { parse } from '#toolkit/generator/load/source.js'
import { examplesIn } from '#toolkit/mock/examples.js'
import { mock } from '#toolkit/mock/index.js'
import { tableOf } from '../../helpers/rows.js'
import { contractOf, serveContract } from '../../helpers/serve-document.js'

const json = (schema: object, more = {}) => ({ 'application/json': { schema, ...more } })
const text = { type: 'string' }

/** A response by its name, and what the mock answers. */
const bodies: readonly [name: string, content: object, body: unknown][] = [
  ...tableOf<[name: string, content: object, body: unknown]>(`
  beside a reference to the schema of a member | {application/json: {schema: {type: object, required: [p], properties: {p: {$ref: '#/components/schemas/Name', example: beside}}}}} | {p: beside}
  beside a reference to the schema of a body | {application/json: {schema: {$ref: '#/components/schemas/Name', example: beside}}} | beside
  of members without a name | {application/json: {schema: {type: object, additionalProperties: {type: integer, example: 7}}}} | {property1: 7}
  of elements by their places | {application/json: {schema: {type: array, minItems: 2, maxItems: 2, prefixItems: [{type: string, example: first}], items: {type: integer, example: 2}}}} | [first, 2]
`),
  [
    'of a part with some of the members',
    json({
      allOf: [
        { type: 'object', required: ['n'], properties: { n: { type: 'string', example: 'one' } } },
        { type: 'object', properties: { z: text }, example: { z: 'two' } },
      ],
    }),
    { n: 'one', z: 'two' },
  ],
  [
    'of members by patterns',
    json({
      type: 'object',
      required: ['x_a', 'b'],
      additionalProperties: { type: 'string', example: 'other' },
      patternProperties: { '^x_': { type: 'integer', example: 99 } },
    }),
    { x_a: 99, b: 'other' },
  ],
  [
    'of what holds under a condition',
    json({
      type: 'object',
      required: ['a'],
      properties: { a: { const: 1 } },
      if: { required: ['a'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword
      then: { required: ['b'], properties: { b: { type: 'integer', example: 3 } } },
    }),
    { a: 1, b: 3 },
  ],
]

const headers = {
  'X-Content': { content: json({ type: 'object' }, { example: { q: 1 } }) },
  'X-Items': { schema: { type: 'array', items: { type: 'string', example: 'i' } } },
  'X-Named': { schema: text, examples: { one: { $ref: '#/components/examples/Named' } } },
  'X-Beside': { schema: { $ref: '#/components/schemas/Name', example: 'beside' } },
}

const document = {
  openapi: '3.1.0',
  info: { title: 'Examples', version: '1' },
  paths: {
    ...Object.fromEntries(
      bodies.map(([, content], index) => [
        `/${index}`,
        { get: { operationId: `get${index}`, responses: { 200: { description: 'd', content } } } },
      ]),
    ),
    '/headers': {
      get: { operationId: 'headers', responses: { 200: { description: 'd', headers } } },
    },
    '/types': {
      get: {
        operationId: 'types',
        responses: {
          200: {
            description: 'd',
            content: {
              ...json({ const: 1 }),
              '*/*': { schema: { const: 'any', type: 'string' } },
              'application/xml': { schema: { type: 'object' } },
            },
          },
        },
      },
    },
    '/encoded': {
      get: {
        operationId: 'encoded',
        responses: {
          200: {
            description: 'd',
            headers: { 'content-encoding': { required: true, schema: { const: 'gzip' } } },
          },
        },
      },
    },
    '/list': {
      get: {
        operationId: 'list',
        parameters: [
          { name: 'ids', in: 'query', schema: { type: 'array', items: { example: 4 } } },
          { name: 'q', in: 'query', schema: text, examples: headers['X-Named'].examples },
        ],
        responses: { 204: { description: 'd' } },
      },
    },
  },
  components: {
    schemas: { Name: { type: 'string', example: 'named' } },
    examples: { Named: { value: 'given' } },
  },
}

const source = JSON.stringify(document)
const contract = (await contractOf(t, source)) as Contract
const app = await serveContract(t, contract as never, {
  handlers: {},
  missing: mock(contract, { document: parse('openapi.json', source).value }),
})

for (const [index, [name, , body]] of bodies.entries()) {
  t.test(`an example ${name} is sent`, async (t) => {
    const response = await app.inject(`/${index}`)
    t.same(response.json(), body, response.body)
  })
}

t.test('examples of headers are found in all of their places', async (t) => {
  const { headers } = await app.inject('/headers')
  t.match(headers, {
    'x-content': '{"q":1}',
    'x-items': 'i',
    'x-named': 'given',
    'x-beside': 'beside',
  })
})

t.test('examples of parameters are found in their items and by references', (t) => {
  const found = examplesIn(document).parameters({ path: '/list', method: 'GET' })
  t.same(
    found.map(({ examples }) => examples),
    [[[4]], ['given']],
  )
  t.end()
})

t.test(
  'a client chooses by the type that is sent, and is told that XML is not written',
  async (t) => {
    const asked = (accept: string) => app.inject({ url: '/types', headers: { accept } })
    t.match(await asked('text/plain'), { body: 'any', headers: { 'content-type': /^text\/plain/ } })
    t.match(await asked('application/xml, */*;q=0.1'), { body: '1' })
    const { statusCode, body } = await asked('application/xml')
    t.equal(statusCode, 501)
    t.match(body, /XML is not written/)
  },
)

t.test('no body is said to be compressed', async (t) => {
  const { statusCode, headers } = await app.inject('/encoded')
  t.equal(statusCode, 501)
  t.equal(headers['content-encoding'], undefined)
})
