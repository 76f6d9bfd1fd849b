import t from 'tap'
import { listedBy, membersOf, typesOf } from '#toolkit/conformance/document/members.js'
import type { Schema } from '#toolkit/openapi/schema/schema.js'
import { contractOf } from '../helpers/documents.js'

t.test('members of an object and of its branches', async (t) => {
  const contract = contractOf({})
  const names = (schema: Parameters<typeof membersOf>[1]) => [...membersOf(contract, schema).keys()]
  t.same(names(undefined), [])
  t.same(names({ properties: { a: true }, oneOf: [{ properties: { b: true } }] }), ['a', 'b'])
  const first = { properties: { a: { const: 1 } }, anyOf: [{ properties: { a: { const: 2 } } }] }
  t.same(membersOf(contract, first).get('a'), { const: 1 })
  const nested = (depth: number): Schema =>
    depth === 0 ? { properties: { z: true } } : { oneOf: [nested(depth - 1)] }
  t.same(names(nested(6)), ['z'])
  t.same(names(nested(7)), [], 'it is too deep')
})

t.test('the values that a schema lists, and its types', async (t) => {
  const contract = contractOf({})
  t.same(listedBy(contract, { const: 7 }), [7])
  t.same(listedBy(contract, { enum: [1, 2] }), [1, 2])
  t.equal(listedBy(contract, { type: 'string' }), undefined)
  t.same(typesOf(contract, { type: ['null', 'integer'] }), ['integer'])
})

t.test('verdicts of the toolkit and of Ajv', async (t) => {
  const contract = contractOf({})
  const verdict = (schema: Parameters<typeof membersOf>[1] & object, value: unknown) =>
    contract.verdicts.verdict(schema, value)
  t.equal(verdict({ type: 'number', multipleOf: 0.01 }, 19.99), undefined, 'they differ')
  const pattern = { type: 'string', pattern: '^\\-a' } as const
  t.equal(verdict(pattern, '-a'), true, 'Ajv has no flag but u')
  t.equal(verdict(pattern, '-a'), true)
  t.equal(verdict(pattern, 'a'), false)
  const large = { type: 'integer', maximum: 2n ** 63n - 1n } as never
  t.equal(verdict(large, 2n ** 63n - 1n), true)
  t.equal(verdict(large, 2n ** 63n), false)
  t.equal(verdict(large, 1), true)
  const documented = contractOf("POST /a | {asks: {$ref: '#/components/schemas/N'}, 204: null}", {
    components: { schemas: { N: { type: 'integer', format: 'int64', enum: [2 ** 60, 1] } } },
  })
  const name = documented.operations[0]?.requestBody?.content[0]?.schema as string
  t.equal(documented.verdicts.verdict(documented.reference(name), 1), true)
  t.equal(documented.verdicts.verdict(documented.reference(name), 2), false)
  t.equal(documented.pointerOf(name), '#/components/schemas/N')
  t.match(documented.schema(name), { enum: [1_152_921_504_606_847_000n, 1] })
})
