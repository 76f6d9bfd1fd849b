import t from 'tap'
import { describes, describesItself } from '#toolkit/generator/emit/serializers/containers.js'
import type { Schema, SchemaObject } from '#toolkit/openapi/schema/schema.js'
import { rowsOf, yamlOf } from '../../helpers/rows.js'

const CONTAINERS = ['array', 'object'] as const

/** Subjects of schemas: arrays or objects, if a schema may accept them and has keywords for them. */
const TABLE = rowsOf(`
  array | {contains: true} | {items: {}} | {maxItems: 1} | {minItems: 1} | {prefixItems: []} | {unevaluatedItems: false} | {type: array} | {type: [array, 'null']} | {const: []} | {enum: [1, [1], null]} | {type: array, required: [a]}
  object | {additionalProperties: false} | {dependentRequired: {}} | {dependentSchemas: {}} | {maxProperties: 1} | {minProperties: 1} | {patternProperties: {}} | {properties: {}} | {propertyNames: {}} | {required: []} | {unevaluatedProperties: false}
  object | {type: object} | {type: [string, object]} | {const: {}} | {enum: [{}, a]}
  array object | {} | {description: d} | {not: {}} | {items: {}, properties: {}} | {type: [object, array]} | {enum: [[], {}]} | {type: [array, object, 'null']}
  none | {type: string} | {type: [integer, 'null']} | {const: null} | {enum: [a, 1]} | {type: array, const: {}} | {items: {}, const: {a: 1}} | {enum: []}
`)

const target = (ref: string): Schema =>
  ref === '#/$defs/List' ? { type: 'array' } : { type: 'object' }

const aboutOf = (schema: Schema) =>
  CONTAINERS.filter((each) => describes(schema, each, target)).join(' ') || 'none'

for (const [about, ...schemas] of TABLE) {
  for (const each of schemas) {
    t.test(`${each} is about ${about}`, async (t) => {
      const schema = yamlOf(each) as SchemaObject
      const itself = CONTAINERS.filter((container) => describesItself(schema, container))
      t.equal(itself.join(' ') || 'none', about)
      t.equal(aboutOf(schema), about)
      t.equal(aboutOf({ allOf: [schema, true] }), about)
      t.equal(aboutOf({ oneOf: [{ type: 'string' }, schema] }), about)
    })
  }
}

/** What a schema is about is what all its parts and one of its branches are. */
const PARTS = rowsOf(`
  true | array object
  false | none
  {$ref: '#/$defs/List'} | array
  {$ref: '#/$defs/List', allOf: [{type: object}]} | none
  {allOf: [{type: [array, object]}, {type: object}]} | object
  {anyOf: [{type: array}, {type: object}]} | array object
  {anyOf: [{type: array}], oneOf: [{type: object}]} | none
  {anyOf: [false, {$ref: '#/$defs/Map'}]} | object
  {oneOf: []} | none
  {type: object, anyOf: [{type: array}, true]} | object
`)

t.test('what a schema is about is what all its parts and one of its branches are', async (t) => {
  for (const [schema = '', about] of PARTS)
    t.equal(aboutOf(yamlOf(schema) as Schema), about, schema)
  const endless: Schema = { $ref: '#/$defs/A' }
  const isAbout = describes(endless, 'array', () => endless)
  t.equal(isAbout, true, 'a circle may be about anything')
})
