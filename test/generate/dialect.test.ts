import t from 'tap'
import type { Schema, SchemaObject } from '../../scripts/generate/model/model.js'
import { dialectOf } from '../../scripts/generate/model/schemas/dialect.js'

const table: [name: string, given: SchemaObject, want: Schema][] = [
  ['nothing special', { type: 'string', maxLength: 1 }, { type: 'string', maxLength: 1 }],
  ['nullable type', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
  ['not nullable', { type: 'string', nullable: false }, { type: 'string' }],
  [
    'nullable enum: null is not listed, and meant',
    { type: 'string', enum: ['a'], nullable: true },
    { type: ['string', 'null'], enum: ['a', null] },
  ],
  [
    'nullable enum that lists null',
    { type: 'string', enum: ['a', null], nullable: true },
    { type: ['string', 'null'], enum: ['a', null] },
  ],
  [
    'nullable without a type',
    { allOf: [{ $ref: '#/$defs/A' }], description: 'd', nullable: true },
    { description: 'd', anyOf: [{ allOf: [{ $ref: '#/$defs/A' }] }, { type: 'null' }] },
  ],
  [
    'nullable enum without a type',
    { enum: ['a'], nullable: true },
    { anyOf: [{ enum: ['a'] }, { type: 'null' }] },
  ],
  [
    'exclusive limits',
    { minimum: 1, exclusiveMinimum: true, maximum: 9n, exclusiveMaximum: true },
    { exclusiveMinimum: 1, exclusiveMaximum: 9n },
  ],
  [
    'inclusive limits',
    { minimum: 1, exclusiveMinimum: false, maximum: 2 },
    { minimum: 1, maximum: 2 },
  ],
  ['exclusive of nothing', { exclusiveMinimum: true }, {}],
]

t.test('schemas of OpenAPI 3.0 become draft 2020-12', async (t) => {
  const { translate, refSiblings } = dialectOf('3.0')
  for (const [name, given, want] of table) t.same(translate(given), want, name)
  t.equal(refSiblings, false)
})

t.test('schemas of Swagger 2.0 become draft 2020-12', async (t) => {
  const { translate, refSiblings } = dialectOf('2.0')
  t.same(translate({ type: 'file' }), { type: 'string', format: 'binary' })
  t.same(translate({ minimum: 1, exclusiveMinimum: true }), { exclusiveMinimum: 1 })
  t.equal(refSiblings, false)
})

t.test('schemas of OpenAPI 3.1 are draft 2020-12', async (t) => {
  const { translate, refSiblings } = dialectOf('3.1')
  const schema = { type: 'string', nullable: true }
  t.same(translate(schema), schema)
  t.equal(refSiblings, true)
})
