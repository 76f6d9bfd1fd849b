import t from 'tap'
import { DocumentError } from '#toolkit/generator/diagnostics/problems.js'
import { type Generated, generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { rowsOf, yamlOf } from '../../helpers/rows.js'

/** A document with these members, besides the required ones. */
function generated(members: object): Generated {
  const document = { openapi: '3.0.3', info: { title: 't', version: '1' }, paths: {}, ...members }
  return generateFrom(parse('a.json', JSON.stringify(document)))
}

function told(members: object): string[] {
  return generated(members).warnings.map(({ message }) => message)
}

/** Model of a component schema. */
function schema(given: unknown, others: object = {}): unknown {
  const { model } = generated({ components: { schemas: { A: given, ...others } } })
  return model.schemas.find(({ name }) => name === 'A')?.schema
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
    const messages = told({ components: { schemas: { A: given } } })
    const repairs = messages.filter((message) => !/no value satisfies/.test(message))
    t.equal(repairs.length > 0, !isSilent)
  })
}

for (const given of [
  { type: 'Pet' },
  { type: ['string', 'Pet'] },
  { required: [{}] },
  { required: { a: true } },
  { enum: { a: 1 } },
  { minLength: 'a' },
  { minItems: '1.5' },
  { uniqueItems: 'perhaps' },
  { deprecated: [] },
  { properties: { a: 'x' } },
  { properties: { a: '' } },
  { not: [{}] },
]) {
  t.test(`${JSON.stringify(given)} is refused`, async (t) => {
    t.throws(() => schema(given), DocumentError)
  })
}

t.test('a reference with a common mistake', async (t) => {
  for (const [$ref, target] of [
    ['#/definitions/B', '#/components/schemas/B'],
    ['B', '#/components/schemas/B'],
    ['#\\components\\schemas\\B', '#/components/schemas/B'],
    ['/components/schemas/B', '#/components/schemas/B'],
    ['#components/schemas/B ', '#/components/schemas/B'],
  ]) {
    const schemas = { A: { properties: { b: { $ref } } }, B: { type: 'string' } }
    t.same(schema(schemas.A, schemas), { properties: { b: { $ref: '#/$defs/B' } } })
    t.same(told({ components: { schemas } }), [`nothing is at ${$ref}; taken for ${target}`])
  }
})

const get = (operation: object, method = 'get') => ({ paths: { '/x': { [method]: operation } } })

t.test('parts of an operation in the wrong place', async (t) => {
  const responses = { '20x': {}, '200 OK': {}, 0: {}, '2,3': {}, 600: {} }
  const statuses = generated(get({ responses })).model.operations[0]?.responses
  t.same(
    statuses?.map(({ status }) => status),
    ['default', '2XX', '200'],
  )
  const { model } = generated({
    ...get(
      {
        parameters: [
          { in: 'Body', name: 'b', schema: { type: 'object' } },
          { in: 'headers', name: 'h', type: 'integer', default: 5 },
        ],
        responses: { 200: { schema: { type: 'string' } }, 400: { $ref: '#/components/schemas/B' } },
      },
      'POST',
    ),
    components: { schemas: { B: { type: 'object' } } },
  })
  const [operation] = model.operations
  t.equal(operation?.method, 'POST')
  t.match(operation?.requestBody?.content, [{ mediaType: 'application/json' }])
  t.match(operation?.parameterGroups, [
    { parameters: [{ in: 'header', schema: { type: 'integer' }, default: 5 }] },
  ])
  t.match(operation?.responses, [{ content: [{ kind: 'json' }] }, { content: [{ schema: 'B' }] }])
  t.throws(() => generated(get({ parameters: [{ in: 'url', name: 'a' }] })), DocumentError)
})

t.test('parts of an operation of Swagger 2.0 in the wrong version', async (t) => {
  const { model } = generated({
    openapi: undefined,
    swagger: 2,
    ...get(
      {
        parameters: [
          { in: 'query', name: 'q', schema: { type: 'integer' } },
          { in: 'cookie', name: 'c', type: 'string' },
          { in: 'form', name: 'f', schema: { type: 'string' } },
        ],
        responses: { 200: { content: { 'text/plain': { schema: { type: 'string' } } } } },
      },
      'post',
    ),
  })
  const [operation] = model.operations
  t.match(operation?.parameterGroups, [
    { parameters: [{ schema: { type: 'integer' } }] },
    { parameters: [{ in: 'cookie' }] },
  ])
  t.match(operation?.responses, [{ content: [{ mediaType: 'text/plain' }] }])
})

t.test('security that is malformed opens no operation', async (t) => {
  const securitySchemes = {
    a: { type: 'apikey' },
    b: { type: 'Bearer' },
    c: { type: 'http' },
    d: null,
    e: { type: 'magic' },
  }
  const { model } = generated({
    components: { securitySchemes },
    security: [{ a: 'read', b: [7] }],
  })
  t.same(
    model.securitySchemes.map(({ type, scheme }) => [type, scheme]),
    [
      ['apiKey', undefined],
      ['http', 'bearer'],
      ['http', undefined],
      ['undeclared', undefined],
      ['undeclared', undefined],
    ],
  )
  for (const security of [[null], ['a'], 'none', [[]]]) {
    t.throws(() => generated({ security }), /this is no security requirement/)
  }
})

t.test('versions of OpenAPI are taken in other spellings', async (t) => {
  for (const openapi of ['v3.0.0', ' 3.0.1 ', 3, '3.0.x', '3.1']) t.ok(generated({ openapi }))
  for (const openapi of ['3.3.0', '4', '3.0junk']) t.throws(() => generated({ openapi }))
})

t.test('a problem of a thousand locations is reported for a few, with their number', async (t) => {
  const schemas = Array.from({ length: 1000 }, (_, index) => [`S${index}`, { type: 'int' }])
  const warnings = told({ components: { schemas: Object.fromEntries(schemas) } })
  t.equal(warnings.length, 11)
  t.match(warnings[10], /taken for integer; and 989 more like this$/)
})

t.test('a path parameter with another spelling in the template', async (t) => {
  const parameter = (name: string) => ({ in: 'path', name, required: true, schema: true })
  const of = (path: string, ...names: string[]) => {
    const operation = { parameters: names.map(parameter) }
    const { operations } = generated({ paths: { [path]: { get: operation } } }).model
    return operations[0]?.parameterGroups[0]?.parameters.map(({ name }) => name)
  }
  t.same(of('/{+a}/{ b }/{C*}', 'a', 'b', 'c'), ['+a', ' b ', 'C*'])
  t.same(of('/{a}', 'a', 'A'), ['a'])
  t.same(of('/{a}', 'b'), ['a'])
})
