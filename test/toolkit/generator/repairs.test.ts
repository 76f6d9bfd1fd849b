import t, { type Test } from 'tap'
import { DocumentError } from '#toolkit/generator/diagnostics/problems.js'
import { testCases } from '../../helpers/cases.js'
import { made, toldOf } from '../../helpers/made.js'
import { rowsOf, yamlOf } from '../../helpers/rows.js'

/** Model of a component schema. */
function schema(given: unknown): unknown {
  return made({ openapi: '3.0.3', paths: {}, components: { schemas: { A: given } } }).schema('A')
}

/** Each repair is a warning. */
const SCHEMAS = rowsOf(`
  {type: int} | {type: integer}
  {type: String} | {type: string}
  {type: date} | {type: string, format: date}
  {type: datetime, format: password} | {type: string, format: password}
  {type: any} | {}
  {type: ''} | {}
  {type: []} | {}
  {type: [string, null]} | {type: [string, 'null']}
  {type: string|null} | {type: [string, 'null']}
  {type: [string, any]} | {}
  {required: a} | {required: [a]}
  {required: [a, a, 1]} | {required: [a, '1']}
  {required: {'0': a, '2': b}} | {required: [a, b]}
  {required: 'true'} | {}
  {minLength: '3'} | {minLength: 3}
  {minLength: -1} | {}
  {minLength: ''} | {}
  {maximum: '1.5'} | {maximum: 1.5}
  {multipleOf: 0} | {}
  {multipleOf: -2} | {multipleOf: 2}
  {multipleOf: '0.5'} | {multipleOf: 0.5}
  {minimum: 1, exclusiveMinimum: 'true'} | {exclusiveMinimum: 1}
  {exclusiveMinimum: '1'} | {exclusiveMinimum: 1}
  {uniqueItems: 'true'} | {uniqueItems: true}
  {uniqueItems: 0} | {uniqueItems: false}
  {deprecated: use B} | {deprecated: true}
  {description: 1} | {description: '1'}
  {title: {a: 1}} | {}
  {format: 1} | {}
  {pattern: 0} | {pattern: '0'}
  {enum: []} | {}
  {enum: a} | {enum: [a]}
  {enum: {'0': a, '2': b}} | {enum: [a, b]}
  {type: string, enum: [1, true, null]} | {type: string, enum: ['1', 'true', null]}
  {type: integer, enum: ['1', '2']} | {type: integer, enum: [1, 2]}
  {type: integer, enum: ['1', x]} | {type: integer, enum: [1, x]}
  {type: boolean, enum: ['True', 'false']} | {type: boolean, enum: [true, false]}
  {type: array, enum: [a], items: {type: string}} | {type: array, items: {type: string, enum: [a]}}
  {type: object, enum: [a]} | {enum: [a]}
  {type: array, enum: [a], items: true} | {type: array, enum: [a], items: true}
  {type: array, enum: [a], items: {enum: [a]}} | {type: array, enum: [a], items: {enum: [a]}}
  {items: []} | {}
  {additionalProperties: 'false'} | {additionalProperties: false}
  {additionalProperties: []} | {additionalProperties: true}
  {items: string} | {items: {type: string}}
  {properties: []} | {properties: {}}
  {properties: {a: true, required: [a]}} | {properties: {a: true}, required: [a]}
  {properties: {a: {required: true}, b: {}}, required: [b, c]} | {properties: {a: {}, b: {}}, required: [b, c, a]}
  {allOf: {type: string}} | {allOf: [{type: string}]}
  {allOf: null} | {}
  {required: true} | {}
  {discriminator: null} | {}
  {type: array, enum: [a], items: {$ref: '#/components/schemas/A'}} | {type: array, enum: [a], items: {$ref: '#/$defs/A'}}
  {allOf: [{type: object}], additionalProperties: false} | {allOf: [{type: object}], unevaluatedProperties: false}
  {description: [a, b]} | {description: "a\\nb"}
`).map(([given = '', want = '']) => [yamlOf(given), yamlOf(want)] as const)

for (const [given, want] of SCHEMAS) {
  t.test(`${JSON.stringify(given)} is ${JSON.stringify(want)}`, async (t) => {
    t.same(schema(given), want)
    const isSilent = JSON.stringify(given) === '{"items":[]}'
    const { told } = made({ openapi: '3.0.3', paths: {}, components: { schemas: { A: given } } })
    const repairs = told.filter((message) => !/no value satisfies/.test(message))
    t.equal(repairs.length > 0, !isSilent)
  })
}

/** What a word in the place of a type stands for. */
const WORDS = rowsOf(`
  {} | any enum json mixed none undefined unknown
  {type: array} | array list
  {type: boolean} | bool Boolean
  {type: integer} | int short Integer
  {type: integer, format: int32} | int32
  {type: integer, format: int64} | int64 long LONG
  {type: 'null'} | 'null'
  {type: number} | number bigdecimal decimal numeric
  {type: number, format: double} | double
  {type: number, format: float} | float
  {type: object} | object dict hash map
  {type: string} | string char password str text
  {type: string, format: binary} | binary file
  {type: string, format: byte} | byte
  {type: string, format: date} | date
  {type: string, format: date-time} | date-time datetime DateTime
  {type: string, format: email} | email
  {type: string, format: time} | time
  {type: string, format: uri} | uri url
  {type: string, format: uuid} | guid uuid
  {type: [string, 'null']} | string|null str/null 'string, null'
`)

for (const [want = '', words = ''] of WORDS) {
  t.test(`${words} in the place of a type`, async (t) => {
    for (const [word] of words.matchAll(/'.*'|\S+/g))
      t.same(schema({ type: yamlOf(word) }), yamlOf(want), word)
  })
}

const REFUSED = rowsOf(`
  {type: Pet}
  {type: [string, Pet]}
  {type: constructor}
  {type: string|plant}
  {required: [{}]}
  {required: {a: true}}
  {enum: {a: 1}}
  {minLength: a}
  {minItems: '1.5'}
  {uniqueItems: perhaps}
  {deprecated: []}
  {properties: {a: x}}
  {properties: {a: ''}}
  {not: [{}]}
`)

for (const [given = ''] of REFUSED)
  t.test(`${given} is refused`, async (t) => t.throws(() => schema(yamlOf(given)), DocumentError))

/** What is told of a document, if nothing stands behind `=`, which its model has. */
function read(input: string, t: Test): string[] {
  const [short = '', fact] = input.split('\n= ')
  if (fact === undefined) return toldOf(short)
  t.match(made(short).model, yamlOf(fact))
  return []
}

testCases(
  t,
  `
## references with common mistakes
A: { properties: { a: { $ref: '#/definitions/B' }, b: { $ref: B }, c: { $ref: '#\\components\\schemas\\B' }, d: { $ref: '/components/schemas/B' }, e: { $ref: '#components/schemas/B ' } } }
B: { type: string }
= schemas: [{ schema: { properties: { a: { $ref: '#/$defs/B' }, b: { $ref: '#/$defs/B' }, c: { $ref: '#/$defs/B' }, d: { $ref: '#/$defs/B' }, e: { $ref: '#/$defs/B' } } } }]
## statuses
GET /x: { responses: { 20x: {}, 200 OK: {}, 0: {}, '2,3': {}, 600: {} } }
= operations: [{ responses: [{ status: default }, { status: 2XX }, { status: '200' }] }]
## parts of an operation in the wrong place
openapi: 3.0.3
paths: { /x: { POST: { parameters: [{ in: Body, name: b, schema: { type: object } }, { in: headers, name: h, type: integer, default: 5 }], responses: { 200: { schema: { type: string } }, 400: { $ref: $B } } } } }
B: { type: object }
= operations: [{ method: POST, requestBody: { content: [{ mediaType: application/json }] }, parameterGroups: [{ parameters: [{ in: header, schema: { type: integer }, default: 5 }] }], responses: [{ content: [{ kind: json }] }, { content: [{ schema: B }] }] }]
## parts of an operation of Swagger 2.0 in the wrong version
swagger: 2
POST /x: { parameters: [{ in: query, name: q, schema: { type: integer } }, { in: cookie, name: c, type: string }, { in: form, name: f, schema: { type: string } }], responses: { 200: { content: { text/plain: { schema: { type: string } } } } } }
= operations: [{ parameterGroups: [{ parameters: [{ schema: { type: integer } }] }, { parameters: [{ in: cookie }] }], responses: [{ content: [{ mediaType: text/plain }] }] }]
## security that is malformed opens no operation
components: { securitySchemes: { a: { type: apikey }, b: { type: Bearer }, c: { type: http }, d: null, e: { type: magic } } }
security: [{ a: read, b: [7] }]
= securitySchemes: [{ type: apiKey }, { type: http, scheme: bearer }, { type: http }, { type: undeclared }, { type: undeclared }]
## what is no requirement is refused
security: [null, a, []]
GET /a: { security: none }
-> ! #/security/0 this is no security requirement
-> ! #/security/1 this is no security requirement
-> ! #/security/2 this is no security requirement
-> ! #/paths/~1a/get/security this is no security requirement
## a path parameter with another spelling in the template
GET /{+a}/{ b }/{C*}: { parameters: [{ in: path, name: a, required: true, schema: true }, { in: path, name: b, required: true, schema: true }, { in: path, name: c, required: true, schema: true }] }
= operations: [{ parameterGroups: [{ parameters: [{ name: +a }, { name: ' b ' }, { name: C* }] }] }]
## path parameters that are too many or of another name
GET /a/{a}: { parameters: [{ in: path, name: a, required: true, schema: true }, { in: path, name: A, required: true, schema: true }] }
GET /b/{a}: { parameters: [{ in: path, name: b, required: true, schema: true }] }
= operations: [{ parameterGroups: [{ parameters: [{ name: a }] }] }, { parameterGroups: [{ parameters: [{ name: a }] }] }]
`,
  read,
)

t.test('versions of OpenAPI are taken in other spellings', async (t) => {
  for (const openapi of ['v3.0.0', ' 3.0.1 ', 3, '3.0.x', '3.1']) t.ok(made({ openapi }))
  for (const openapi of ['3.3.0', '4', '3.0junk']) t.throws(() => made({ openapi }))
})
