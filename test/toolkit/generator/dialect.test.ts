import t from 'tap'
import { made } from '../../helpers/made.js'
import { rowsOf, yamlOf } from '../../helpers/rows.js'

/** Schemas of a version of OpenAPI, as they are in draft 2020-12, and what is told of them. */
const TABLE = rowsOf(`
  nothing special | 3.0.3 | {type: string, maxLength: 1} | {type: string, maxLength: 1} |
  nullable type | 3.0.3 | {type: string, nullable: true} | {type: [string, 'null']} |
  nullable without a type | 3.0.3 | {allOf: [{$ref: '#/x-b'}], description: d, nullable: true} | {description: d, anyOf: [{allOf: [{$ref: '#/$defs/XB'}]}, {type: 'null'}]} | 'nullable' counts without a 'type' beside it, as it is meant: null is allowed; add the 'type'
  nullable alternatives | 3.0.3 | {anyOf: [{type: string}, {$ref: '#/x-b'}], description: d, nullable: true} | {description: d, anyOf: [{type: string}, {$ref: '#/$defs/XB'}, {type: 'null'}]} | 'nullable' counts without a 'type' beside it, as it is meant: null is allowed; add the 'type'
  nullable alternatives that are not all | 3.0.3 | {anyOf: [{minLength: 1}], maxLength: 2, nullable: true} | {anyOf: [{anyOf: [{minLength: 1}], maxLength: 2}, {type: 'null'}]} | 'nullable' counts without a 'type' beside it, as it is meant: null is allowed; add the 'type'
  nullable enum without a type | 3.0.3 | {enum: [a], nullable: true} | {anyOf: [{enum: [a]}, {type: 'null'}]} | 'nullable' counts beside an 'enum' without null, as it is meant: null is allowed; add null to the 'enum'
  inclusive limits | 3.0.3 | {minimum: 1, exclusiveMinimum: false, maximum: 2} | {minimum: 1, maximum: 2} |
  exclusive of nothing | 3.0.3 | {exclusiveMinimum: true} | {} |
  limits beyond 2^53 | 3.0.3 | {minimum: 1, exclusiveMinimum: true, maximum: 9223372036854775807, exclusiveMaximum: true} | {exclusiveMinimum: 1, exclusiveMaximum: 9223372036854775807} |
  a file of 2.0 | 2.0 | {type: file} | {type: string, format: binary} |
  limits of 2.0 | 2.0 | {minimum: 1, exclusiveMinimum: true} | {exclusiveMinimum: 1} |
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
  nothing to refuse null | 3.0.3 | {nullable: true} | {} |
  nothing but null | 3.0.3 | {not: {}, nullable: true} | {anyOf: [{type: 'null'}]} | 'nullable' counts without a 'type' beside it, as it is meant: null is allowed; add the 'type'
  an enum with null | 3.0.3 | {type: string, enum: [a, null], nullable: true} | {type: [string, 'null'], enum: [a, null]} |
  not so beside a reference | 3.0.3 | {$ref: '#/x-b', nullable: false} | {$ref: '#/$defs/XB'} |
  an extension | 3.1.0 | {type: string, x-nullable: true} | {type: string} | 'x-nullable' is of Swagger 2.0 and ignored: null is refused; add "null" to 'type'
  an extension beside null | 3.1.0 | {type: [string, 'null'], x-nullable: true} | {type: [string, 'null']} |
  what is a type now | 3.1.0 | {type: string, nullable: true} | {type: string} | schema keyword 'nullable' is unknown and ignored; add "null" to 'type', as OpenAPI 3.1 has it
`)

for (const [name = '', version, before = '', after = '', told = ''] of TABLE) {
  t.test(`a schema of ${version} becomes one of draft 2020-12: ${name}`, async (t) => {
    const [given, want] = [yamlOf(before), yamlOf(after)]
    // Reported once, at any location.
    const schemas = { A: { properties: { a: given, b: given } } }
    const document =
      version === '2.0'
        ? { swagger: version, openapi: undefined, definitions: schemas }
        : { openapi: version, components: { schemas } }
    const { schema, warnings } = made({ ...document, paths: {}, 'x-b': {} })
    t.same(Object(schema('A')).properties, { a: want, b: want })
    const lines = warnings.map(({ message, advice }) => `${message}; ${advice}`)
    t.equal(lines.join().replaceAll('`', "'"), told)
  })
}
