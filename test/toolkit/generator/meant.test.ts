import t, { type Test } from 'tap'
import { testCases } from '../../helpers/cases.js'
import { made, toldOf } from '../../helpers/made.js'
import { tableOf, yamlOf } from '../../helpers/rows.js'

type Members = Record<string, unknown>

/** Schemas that mean more than they say, each with what is read, and the warnings. */
const MEANT = tableOf<[version: string, given: object, want: object, ...warnings: string[]]>(`
  3.1.0 | {properties: {type: string}} | {properties: {type: {type: string}}} | 'expected a schema, found "string"; taken for {"type":"string"}'
  3.1.0 | {anyOf: [{type: string}, {type: null, description: None.}]} | {anyOf: [{type: string}, {type: 'null', description: None.}]} | '\`type\` has no value; taken for "null"'
  3.1.0 | {type: null, maxLength: 1} | {maxLength: 1} | '\`type\` is empty and ignored'
  3.0.3 | {type: null} | {} | '\`type\` is empty and ignored'
  3.1.0 | {properties: {a: {$ref: '#/components/schemas/B', required: true}}} | {properties: {a: {$ref: '#/$defs/B'}}, required: [a]} | '\`required: true\` of a property is of draft 3; taken for \`required\` of its object'
  3.0.3 | {properties: {a: {allOf: [{$ref: '#/components/schemas/B'}], nullable: true, readOnly: true, default: null}}} | {properties: {a: {anyOf: [{allOf: [{$ref: '#/$defs/B'}]}, {type: 'null'}], readOnly: true, default: null}}} | '\`nullable\` counts without a \`type\` beside it, as it is meant: null is allowed'
  3.1.0 | {maxLenght: 1, titel: a} | {} | 'schema keyword \`maxLenght\` is unknown, and nothing is checked by it' | 'schema keyword \`titel\` is unknown and ignored'
  3.1.0 | {properties: {minProperties: 1, type: object, a: {}}} | {properties: {a: {}}, minProperties: 1, type: object} | '\`minProperties\` is a member of the schema, and no schema itself; taken for \`minProperties\` of its object' | '\`type\` is a member of the schema, and no schema itself; taken for \`type\` of its object'
  3.0.3 | {type: object, properties: {type: object, additionalProperties: false, title: A, a: {}}} | {type: object, properties: {a: {}}, additionalProperties: false} | '\`type\` is a member of the schema, and no schema itself; it is ignored' | '\`title\` is a member of the schema, and no schema itself; it is ignored' | '\`additionalProperties\` is a member of the schema, and no schema itself; taken for \`additionalProperties\` of its object'
  3.0.3 | {type: object, properties: {nullable: true, a: {}}} | {type: [object, 'null'], properties: {a: {}}} | '\`nullable\` is a member of the schema, and no schema itself; taken for \`nullable\` of its object'
  3.1.0 | {properties: {additionalProperties: false}} | {properties: {additionalProperties: false}} | '\`additionalProperties: false\` among the properties forbids a member of that name, and closes nothing'
  3.0.3 | {properties: {a: {$ref: '#/components/schemas/B', maxLength: 1, minLength: 1, readOnly: true}}} | {properties: {a: {$ref: '#/$defs/B'}}} | '\`maxLength\` beside \`$ref\` is ignored, as OpenAPI says up to 3.0' | '\`readOnly\` beside \`$ref\` is ignored, as OpenAPI says up to 3.0'
`)

for (const [openapi, given, want, ...warnings] of MEANT) {
  t.test(`${JSON.stringify(given)} of ${openapi} is ${JSON.stringify(want)}`, async (t) => {
    const schemas = { A: given, B: { minLength: 1 } }
    const { told, schema } = made({ openapi, paths: {}, components: { schemas } })
    t.same(schema('A'), want)
    t.same(told, warnings)
  })
}

/** What is told of a document, whose model has what stands behind `=`; `x-ignore` has features to leave out. */
function read(input: string, t: Test): string[] {
  const [short = '', ...facts] = input.split('\n= ')
  const ignore = ((yamlOf(short) as Members)['x-ignore'] as string[]) ?? []
  for (const fact of facts) t.match(made(short, { ignore }).model, yamlOf(fact))
  return toldOf(short, { ignore })
}

testCases(
  t,
  `
## a misspelt keyword can be left out
openapi: 3.0.3
x-ignore: [misspelt-keyword]
POST /a: { body: { maxLenght: 1 } }
-> #/paths/~1a/post/requestBody/content/application~1json/schema/maxLenght left out: schema keyword 'maxLenght' is unknown, and what 'maxLength' says would be lost
## a header of a part can be left out
x-ignore: [part-header]
POST /a: { requestBody: { content: { multipart/form-data: { schema: { properties: { a: {} } }, encoding: { a: { headers: { A: { required: true } } } } } } } }
-> #/paths/~1a/post/requestBody/content/multipart~1form-data/encoding/a/headers/A left out: header 'A' of a part
## headers of a part that restrict nothing are ignored, unless they are nowhere
POST /a: { requestBody: { content: { multipart/form-data: { schema: { properties: { a: {} } }, encoding: { a: { headers: { A: { description: d }, B: { $ref: '#/nothing' }, Content-Type: {} } } } } } } }
-> ! #/paths/~1a/post/requestBody/content/multipart~1form-data/encoding/a/headers/B/$ref nothing is at #/nothing
## members of a parameter that are those of its schema restrict nothing
GET /a: { parameters: [{ name: q, in: query, schema: { type: string }, type: string, minLength: null, required: false, enum: [] }] }
-> #/paths/~1a/get/parameters/0/type parameter member 'type' is unknown and ignored
-> #/paths/~1a/get/parameters/0/minLength parameter member 'minLength' is unknown and ignored
-> #/paths/~1a/get/parameters/0/enum parameter member 'enum' is unknown and ignored
## a style that there is not is that of a form, and an encoding may be of no member
POST /a: { requestBody: { content: { multipart/form-data: { schema: { type: object, properties: { a: { type: string } } }, encoding: { a: { style: pipes }, b: {} } } } } }
-> #/paths/~1a/post/requestBody/content/multipart~1form-data/encoding/a/style 'pipes' is no style of a member of a form; taken for form
-> #/paths/~1a/post/requestBody/content/multipart~1form-data/encoding/b it is the encoding of no member that the schema describes
## the keywords of a schema in the place of a media type are its schema
POST /a: { requestBody: { content: { application/json: { type: string, maxLength: 2 } } } }
= schemas: [{ schema: { type: string, maxLength: 2 } }]
-> #/paths/~1a/post/requestBody/content/application~1json this is a schema; taken for that of the media type
## members beside any reference of a chain are told
GET /a: { parameters: [{ $ref: '#/components/parameters/A' }] }
components:
  parameters: { A: { $ref: '#/components/parameters/B', required: true }, B: { name: q, in: query, schema: {} } }
  securitySchemes: { a: { $ref: '#/components/securitySchemes/b' }, b: { $ref: '#/components/securitySchemes/c', scheme: bearer }, c: { type: http, scheme: basic } }
-> #/components/securitySchemes/b 'scheme' beside '$ref' is ignored, as OpenAPI says
-> #/components/parameters/A 'required' beside '$ref' is ignored, as OpenAPI says
## members beside a reference of a chain are refused where OpenAPI allows no reference
GET /a: { parameters: { $ref: '#/x-a' } }
x-a: { $ref: '#/x-b', maxLength: 1 }
x-b: []
-> ! #/x-a OpenAPI allows no reference here, and 'maxLength' beside it would be lost
## an operation whose required body has no media type is not served
POST /a: { requestBody: { required: true, content: { json: { schema: {} } } } }
PUT /a: { requestBody: { content: { json: { schema: {} } } } }
= operations: [{ method: POST, unserved: a request body without a media type }, { method: PUT, unserved: null }]
-> #/paths/~1a/post/requestBody/content/json "json" is no media type: no body of it is read or sent
-> #/paths/~1a/put/requestBody/content/json "json" is no media type: no body of it is read or sent
## a body whose content is empty may be anything
POST /a: { requestBody: { required: true, content: {} } }
= operations: [{ requestBody: { required: true, content: [{ mediaType: '*/*', kind: binary }] }, unserved: null }]
-> #/paths/~1a/post/requestBody/content 'content' has no media type: a body of any is accepted, as bytes
## an operation is a reference
DELETE /x: { $ref: '#/x-delete' }
x-delete: { parameters: [{ name: a, in: query, schema: { type: integer } }], responses: { 204: { description: d } }, security: [{ key: [] }] }
components: { securitySchemes: { key: { type: http, scheme: bearer } } }
= operations: [{ method: DELETE, parameterGroups: [{ parameters: [{ name: a }] }], security: [{ key: [] }] }]
-> #/paths/~1x/delete OpenAPI allows no reference here; its target is used
## members beside a reference are refused where OpenAPI allows none
GET /x: { $ref: '#/x-get', security: [] }
x-get: { responses: { 204: { description: d } } }
-> ! #/paths/~1x/get OpenAPI allows no reference here, and 'security' beside it would be lost
## members beside a Reference Object are ignored, which is told
POST /x: { requestBody: { $ref: '#/components/requestBodies/A', required: true, description: d } }
components: { requestBodies: { A: { content: { application/json: {} } } } }
= operations: [{ requestBody: { required: false } }]
-> #/paths/~1x/post/requestBody 'required' beside '$ref' is ignored, as OpenAPI says
## a list has references to lists
GET /x: { parameters: [{ name: a, in: query, schema: {} }, { $ref: '#/x-more' }] }
x-more: [{ name: b, in: query, schema: {} }, { $ref: '#/x-one' }]
x-one: { name: c, in: query, schema: {} }
= operations: [{ parameterGroups: [{ parameters: [{ name: a }, { name: b }, { name: c }] }] }]
-> #/paths/~1x/get/parameters/1 OpenAPI allows no reference here; its target is used
## a list that contains itself is refused
GET /x: { parameters: [{ $ref: '#/x-more' }] }
x-more: [{ $ref: '#/x-more' }]
-> ! #/x-more/0 the list contains itself
## a path item has fields beside its reference
paths: { /x: { $ref: '#/x-item', parameters: [{ name: a, in: query, schema: {} }], put: { responses: { 204: { description: d } } } } }
x-item: { get: { parameters: [{ name: b, in: query, schema: {} }], responses: { 204: { description: d } } } }
= operations: [{ method: GET, parameterGroups: [{ parameters: [{ name: a }, { name: b }] }] }, { method: PUT, parameterGroups: [{ parameters: [{ name: a }] }] }]
## a field of a path item is there once, beside its reference or behind it
paths: { /x: { $ref: '#/x-item', put: { responses: { 204: { description: d } } } } }
x-item: { put: { responses: { 204: { description: d } } } }
-> ! #/paths/~1x 'put' is here and in the path item that '$ref' refers to
## a path item that is nowhere is refused
paths: { /x: { $ref: '#/x-none' } }
-> ! #/paths/~1x/$ref nothing is at #/x-none
## a parameter refers to its schema
GET /x: { parameters: [{ name: a, in: query, $ref: $Age }] }
Age: { type: integer }
= operations: [{ parameterGroups: [{ parameters: [{ coerce: { scalars: [integer] } }] }] }]
-> #/paths/~1x/get/parameters/0 it has '$ref' and no 'schema'; taken for its schema
-> #/paths/~1x/get/parameters/0/$ref #/components/schemas/Age is a schema, where a parameter belongs
## a schema is no parameter
GET /x: { parameters: [{ $ref: $Age }] }
Age: { type: integer }
-> ! #/paths/~1x/get/parameters/0 this is no parameter
## a requirement is a reference
GET /x: {}
security: [{ $ref: '#/x-part' }]
x-part: { key: [] }
components: { securitySchemes: { key: { type: http, scheme: bearer } } }
= operations: [{ security: [{ key: [] }] }]
-> #/security/0 OpenAPI allows no reference here; its target is used
## a server is a reference
GET /x: {}
servers: [{ $ref: '#/x-part' }]
x-part: { url: /v1 }
= basePath: /v1
-> #/servers/0 OpenAPI allows no reference here; its target is used
## a requirement and a server that are nowhere are refused
GET /x: {}
security: [{ $ref: '#/x-part' }]
servers: [{ $ref: '#/x-part' }]
-> ! #/servers/0/$ref nothing is at #/x-part
-> ! #/security/0/$ref nothing is at #/x-part
## long values are shown exactly, and in part
A: { enum: [{ a: 9007199254740993, b: c }, { a: 9007199254740993, b: c }] }
B: { enum: [{ a: 9007199254740993, b: cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc }, { a: 9007199254740993, b: cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc }] }
-> #/components/schemas/A/enum 'enum' lists {"a":"9007199254740993","b":"c"} twice
-> #/components/schemas/B/enum 'enum' lists {"a":"9007199254740993","b":"ccccccccccccccccccccccccccccccccccccccccccccccccccc… twice
## a pattern of another language is left out on demand
x-ignore: [pattern]
A: { type: string, pattern: (?i)a }
= schemas: [{ schema: { type: string, pattern: null } }]
-> #/components/schemas/A/pattern left out: the pattern "(?i)a" is no regular expression of ECMA-262: '(?i)' is none of it
`,
  read,
)

t.test('a misspelt member that a check depends on is refused', async (t) => {
  const responses = { 204: { description: 'd' } }
  const told = (name: string) =>
    toldOf({ paths: { '/x': { get: { [name]: [], responses } } } }).filter(
      (line) => line[0] === '!',
    )
  for (const name of ['Security', 'securty', 'securityy', 'secuirty', 'sekurity']) {
    const message = `member '${name}' is unknown, and what 'security' says would be lost`
    t.match(told(name), [new RegExp(message)])
  }
  for (const name of ['describtion', 'secret', 'safety', 'get']) t.same(told(name), [], name)
})
