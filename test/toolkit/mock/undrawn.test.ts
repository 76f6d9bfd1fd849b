import type { Contract } from 'fastify-contract'
import { mock } from 'fastify-contract/mock'
import t, { type Test } from 'tap'
import { parse } from '#toolkit/generator/load/source.js'
import { contractOf, serveContract } from '../../helpers/serve-document.js'

/** JSON with the digits of integers. */
function written(value: unknown): string {
  const text = JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}` : each))
  return text.replace(/"(-?\d{16,})"/g, '$1')
}

/** What a mock answers for a schema of a response, with components beside it. */
async function answerFor(t: Test, schema: object, schemas: object = {}, more: object = {}) {
  const content = { 'application/json': { schema } }
  const responses = { 200: { description: 'd', content, ...more } }
  const text = written({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/a': { get: { operationId: 'a', responses } } },
    components: { schemas },
  })
  const contract = await contractOf(t, text)
  const { value: document } = parse('openapi.yaml', text)
  const missing = mock(contract as Contract, { document })
  const app = await serveContract(t, contract, { missing })
  return app.inject('/a')
}

const string = { type: 'string' }
const impossible = { type: 'string', format: 'uuid', pattern: '^x' }
const rules = '{"type":"string","format":"uuid","pattern":"^x"}'
const object = (properties: object) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})

const cases: Record<string, readonly [schema: object, schemas: object, said: string]> = {
  'a required member of a named schema': [
    { $ref: '#/components/schemas/Pet' },
    {
      Pet: object({ name: string, owner: { $ref: '#/components/schemas/Owner' } }),
      Owner: object({ id: impossible }),
    },
    `nothing was found for #/components/schemas/Owner/properties/id, ${rules}`,
  ],
  'an item that has to be there': [
    { type: 'array', minItems: 1, items: { allOf: [impossible] } },
    {},
    `nothing was found for A200/items/allOf/0, ${rules}`,
  ],
  'the only branch': [
    { oneOf: [{ anyOf: [impossible] }] },
    {},
    `nothing was found for A200/oneOf/0/anyOf/0, ${rules}`,
  ],
  'parts that have values, but no common one': [
    object({ id: { description: 'long', type: 'integer', minimum: 3, not: { minimum: 1 } } }),
    {},
    'nothing was found for A200/properties/id, {"type":"integer","minimum":3,"not":{"minimum":1}}',
  ],
  'a value that contains itself': [
    { $ref: '#/components/schemas/Endless' },
    { Endless: object({ next: { $ref: '#/components/schemas/Endless' } }) },
    'nothing was found for #/components/schemas/Endless, {"type":"object","required":["next"],"properties":{"next":{"$ref":"#/components/schemas/Endless"}}}',
  ],
}

for (const [name, [schema, schemas, said]] of Object.entries(cases)) {
  t.test(`a schema that no value is found for is named: ${name}`, async (t) => {
    const response = await answerFor(t, schema, schemas)
    t.equal(response.statusCode, 501)
    t.match(response.json().message, `no body of status 200 was found: ${said}`)
  })
}

t.test('a long schema is cut off, and a header is named, too', async (t) => {
  const pattern = `^x${'y'.repeat(300)}`
  const headers = { 'X-Id': { required: true, schema: { ...impossible, pattern } } }
  const { message } = (await answerFor(t, string, {}, { headers })).json()
  t.match(message, /no headers of status 200 were found: nothing was found for A200Headers\/prop/)
  t.match(message, /y…\.$/)
})

const drawn: [schema: object, fits: (body: string) => boolean][] = [
  [
    { type: 'integer', format: 'int64', minimum: -9223372036854775808n },
    (body) => BigInt(body) < 0,
  ],
  [
    { type: 'integer', format: 'int64', minimum: 9223372036854775800n },
    (body) => BigInt(body) >= 9223372036854775800n && BigInt(body) < 2n ** 63n,
  ],
  [
    { type: 'integer', format: 'int64', exclusiveMinimum: 2n ** 63n - 2n },
    (body) => BigInt(body) === 2n ** 63n - 1n,
  ],
  [{ type: 'integer', minimum: 9007199254740993n }, (body) => BigInt(body) > 2n ** 53n],
  [{ type: 'string', format: 'email', maxLength: 12 }, (body) => /^".{1,10}@.+"$/.test(body)],
  [
    { type: 'string', format: 'email', pattern: '@corp\\.example$' },
    (body) => /@corp\.example"$/.test(body),
  ],
]

for (const [schema, fits] of drawn) {
  t.test(`a mock answers for ${written(schema)}`, async (t) => {
    const response = await answerFor(t, schema)
    t.equal(response.statusCode, 200, response.body)
    t.ok(fits(response.body), response.body)
  })
}
