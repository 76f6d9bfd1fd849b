import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { dialectOf } from '#toolkit/generator/read/schemas/dialect.js'
import type { SchemaObject } from '#toolkit/openapi/schema/schema.js'
import { rowsOf, yamlOf } from '../../helpers/rows.js'

const table = rowsOf(`
  nothing special | {type: string, maxLength: 1} | {type: string, maxLength: 1}
  nullable type | {type: string, nullable: true} | {type: [string, 'null']}
  not nullable | {type: string, nullable: false} | {type: string}
  nullable enum: null is not listed, and meant | {type: string, enum: [a], nullable: true} | {type: [string, 'null'], enum: [a, null]}
  nullable enum that lists null | {type: string, enum: [a, null], nullable: true} | {type: [string, 'null'], enum: [a, null]}
  nullable without a type | {allOf: [{$ref: '#/$defs/A'}], description: d, nullable: true} | {description: d, anyOf: [{allOf: [{$ref: '#/$defs/A'}]}, {type: 'null'}]}
  nullable alternatives | {anyOf: [{type: string}, {$ref: '#/$defs/A'}], description: d, nullable: true} | {description: d, anyOf: [{type: string}, {$ref: '#/$defs/A'}, {type: 'null'}]}
  nullable alternatives that are not all | {anyOf: [{minLength: 1}], maxLength: 2, nullable: true} | {anyOf: [{anyOf: [{minLength: 1}], maxLength: 2}, {type: 'null'}]}
  nullable enum without a type | {enum: [a], nullable: true} | {anyOf: [{enum: [a]}, {type: 'null'}]}
  inclusive limits | {minimum: 1, exclusiveMinimum: false, maximum: 2} | {minimum: 1, maximum: 2}
  exclusive of nothing | {exclusiveMinimum: true} | {}
`)

t.test('schemas of OpenAPI 3.0 become draft 2020-12', async (t) => {
  const { translate, refSiblings } = dialectOf('3.0')
  for (const [name = '', given = '', want = ''] of table) {
    t.same(translate(yamlOf(given) as SchemaObject), yamlOf(want), name)
  }
  const limits = { minimum: 1, exclusiveMinimum: true, maximum: 9n, exclusiveMaximum: true }
  t.same(translate(limits), { exclusiveMinimum: 1, exclusiveMaximum: 9n })
  t.equal(refSiblings, false)
})

t.test('schemas of Swagger 2.0 become draft 2020-12', async (t) => {
  const { translate, refSiblings } = dialectOf('2.0')
  t.same(translate({ type: 'file' }), { type: 'string', format: 'binary' })
  t.same(translate({ minimum: 1, exclusiveMinimum: true }), { exclusiveMinimum: 1 })
  t.equal(refSiblings, false)
})

t.test('keywords of another version have their meaning there', async (t) => {
  const table = rowsOf(`
  the extension | 2.0 | {type: string, x-nullable: true} | {type: [string, 'null']} |
  not that | 2.0 | {type: string, x-nullable: false} | {type: string} |
  a file | 2.0 | {type: file, x-nullable: true} | {type: [string, 'null'], format: binary} |
  the keyword of 3.0 | 2.0 | {type: string, nullable: true} | {type: [string, 'null']} | 'nullable' is of OpenAPI 3.0; taken for 'x-nullable': null is allowed; write 'x-nullable'
  its own word decides | 2.0 | {type: string, nullable: true, x-nullable: false} | {type: string} |
  the extension of 2.0 | 3.0.3 | {type: string, x-nullable: true} | {type: [string, 'null']} | 'x-nullable' is of Swagger 2.0; taken for 'nullable': null is allowed; write 'nullable'
  both | 3.0.3 | {type: string, nullable: true, x-nullable: true} | {type: [string, 'null']} |
  beside a reference | 3.0.3 | {$ref: '#/x-b', nullable: true, description: B.} | {anyOf: [{$ref: '#/$defs/XB'}, {type: 'null'}]} | 'nullable' beside a '$ref' counts, as it is meant: null is allowed; put the '$ref' into an 'allOf'
  beside a reference of 2.0 | 2.0 | {$ref: '#/x-b', x-nullable: true} | {anyOf: [{$ref: '#/$defs/XB'}, {type: 'null'}]} | 'x-nullable' beside a '$ref' counts, as it is meant: null is allowed; put the '$ref' into an 'allOf'
  an enum without null | 3.0.3 | {type: string, enum: [a], nullable: true} | {type: [string, 'null'], enum: [a, null]} | 'nullable' counts beside an 'enum' without null, as it is meant: null is allowed; add null to the 'enum'
  alternatives without a type | 3.0.3 | {allOf: [{$ref: '#/x-b'}], nullable: true} | {anyOf: [{allOf: [{$ref: '#/$defs/XB'}]}, {type: 'null'}]} | 'nullable' counts without a 'type' beside it, as it is meant: null is allowed; add the 'type'
  nothing to refuse null | 3.0.3 | {nullable: true} | {anyOf: [{}, {type: 'null'}]} |
  an enum with null | 3.0.3 | {type: string, enum: [a, null], nullable: true} | {type: [string, 'null'], enum: [a, null]} |
  not so beside a reference | 3.0.3 | {$ref: '#/x-b', nullable: false} | {$ref: '#/$defs/XB'} |
  an extension | 3.1.0 | {type: string, x-nullable: true} | {type: string} | 'x-nullable' is of Swagger 2.0 and ignored: null is refused; add "null" to 'type'
  an extension beside null | 3.1.0 | {type: [string, 'null'], x-nullable: true} | {type: [string, 'null']} |
  what is a type now | 3.1.0 | {type: string, nullable: true} | {type: string} | schema keyword 'nullable' is unknown and ignored; add "null" to 'type', as OpenAPI 3.1 has it
`)
  for (const [name = '', version, before = '', after = '', told] of table) {
    const [given, want] = [yamlOf(before), yamlOf(after)]
    // Reported once, at any location.
    const schemas = { A: { properties: { a: given, b: given } } }
    const isOld = version === '2.0'
    const document = {
      ...(isOld
        ? { swagger: version, definitions: schemas }
        : { openapi: version, components: { schemas } }),
      info: { title: 'T', version: '1' },
      paths: {},
      'x-b': {},
    }
    const { model, warnings } = generateFrom(parse('a.json', JSON.stringify(document)))
    t.match(model.schemas[0], { name: 'A' })
    t.same(Object(model.schemas[0]?.schema).properties, { a: want, b: want }, name)
    t.same(
      warnings.map(({ message, advice }) => `${message}; ${advice}`.replaceAll('`', "'")),
      told ? [told] : [],
      name,
    )
  }
})

t.test('schemas of OpenAPI 3.1 are draft 2020-12', async (t) => {
  const { translate, refSiblings } = dialectOf('3.1')
  const schema = { type: 'string', nullable: true }
  t.same(translate(schema), schema)
  t.equal(refSiblings, true)
})
