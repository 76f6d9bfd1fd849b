import t from 'tap'
import { describes, describesItself } from '#toolkit/generator/emit/serializers/containers.js'
import type { Schema, SchemaObject } from '#toolkit/openapi/schema/schema.js'

const CONTAINERS = ['array', 'object'] as const

/** Subjects of a schema: arrays or objects, if it may accept them and has keywords for them. */
const table: Record<string, SchemaObject[]> = {
  array: [
    ...[{ contains: true }, { items: {} }, { maxItems: 1 }, { minItems: 1 }, { prefixItems: [] }],
    ...[{ unevaluatedItems: false }, { type: 'array' }, { type: ['array', 'null'] }],
    ...[{ const: [] }, { enum: [1, [1], null] }, { type: 'array', required: ['a'] }],
  ],
  object: [
    ...[{ additionalProperties: false }, { dependentRequired: {} }, { dependentSchemas: {} }],
    ...[{ maxProperties: 1 }, { minProperties: 1 }, { patternProperties: {} }, { properties: {} }],
    ...[{ propertyNames: {} }, { required: [] }, { unevaluatedProperties: false }],
    ...[{ type: 'object' }, { type: ['string', 'object'] }, { const: {} }, { enum: [{}, 'a'] }],
  ],
  'array object': [
    ...[{}, { description: 'd' }, { not: {} }, { items: {}, properties: {} }],
    ...[{ type: ['object', 'array'] }, { enum: [[], {}] }, { type: ['array', 'object', 'null'] }],
  ],
  '': [
    ...[{ type: 'string' }, { type: ['integer', 'null'] }, { const: null }, { enum: ['a', 1] }],
    ...[{ type: 'array', const: {} }, { items: {}, const: { a: 1 } }, { enum: [] }],
  ],
}

const target = (ref: string): Schema =>
  ref === '#/$defs/List' ? { type: 'array' } : { type: 'object' }

function aboutOf(schema: Schema): string {
  return CONTAINERS.filter((container) => describes(schema, container, target)).join(' ')
}

for (const [about, schemas] of Object.entries(table)) {
  for (const schema of schemas) {
    t.test(`${JSON.stringify(schema)} is about ${about}`, async (t) => {
      t.equal(CONTAINERS.filter((container) => describesItself(schema, container)).join(' '), about)
      t.equal(aboutOf(schema), about)
      t.equal(aboutOf({ allOf: [schema, true] }), about)
      t.equal(aboutOf({ oneOf: [{ type: 'string' }, schema] }), about)
    })
  }
}

t.test('what a schema is about is what all its parts and one of its branches are', async (t) => {
  const cases: [schema: Schema, about: string][] = [
    [true, 'array object'],
    [false, ''],
    [{ $ref: '#/$defs/List' }, 'array'],
    [{ $ref: '#/$defs/List', allOf: [{ type: 'object' }] }, ''],
    [{ allOf: [{ type: ['array', 'object'] }, { type: 'object' }] }, 'object'],
    [{ anyOf: [{ type: 'array' }, { type: 'object' }] }, 'array object'],
    [{ anyOf: [{ type: 'array' }], oneOf: [{ type: 'object' }] }, ''],
    [{ anyOf: [false, { $ref: '#/$defs/Map' }] }, 'object'],
    [{ oneOf: [] }, ''],
    [{ type: 'object', anyOf: [{ type: 'array' }, true] }, 'object'],
  ]
  for (const [schema, about] of cases) t.equal(aboutOf(schema), about, JSON.stringify(schema))
  const endless: Schema = { $ref: '#/$defs/A' }
  t.equal(
    describes(endless, 'array', () => endless),
    true,
    'a circle may be about anything',
  )
})
