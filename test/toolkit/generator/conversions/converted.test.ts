import { inspect } from 'node:util'
import t, { type Test } from 'tap'
import type { OperationContract } from '#toolkit/runtime/contract/contract.js'
import type { JsonBody } from '#toolkit/runtime/contract/media.js'
import { parseJson } from '#toolkit/runtime/json/parse.js'
import { stringify } from '#toolkit/runtime/json/stringify.js'
import { applyConversions } from '#toolkit/validation/conversions/converted-values.js'
import type { Schemas } from '../../../helpers/compile-schemas.js'
import { inFull } from '../../../helpers/made.js'
import { rowsOf, yamlOf } from '../../../helpers/rows.js'
import { contractOf } from '../../../helpers/serve-document.js'

/** The bodies of requests with these schemas, as their contract in JavaScript has them. */
async function bodiesOf(t: Test, schemas: Schemas): Promise<JsonBody[]> {
  const operations = Object.keys(schemas).map((name) => `POST /${name}: { body: $${name} }\n`)
  const components = `components: { schemas: ${stringify(schemas)} }`
  const { operations: all } = await contractOf(t, inFull(operations.join('') + components))
  const bodyOf = ({ requestBody }: OperationContract) => requestBody?.content['application/json']
  return (all as OperationContract[]).map((operation) => bodyOf(operation) as JsonBody)
}

const INT64 = { type: 'integer', format: 'int64' }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** Each level leads to the next on two conditions, and so to the last on a thousand. */
const levels = Object.fromEntries(
  Array.from({ length: 11 }, (_, at) => [
    `Level${at}`,
    {
      anyOf: [
        { ...ref(`Level${at + 1}`), minProperties: 1 },
        { ...ref(`Level${at + 1}`), maxProperties: 9 },
      ],
    },
  ]),
)

/** After `a` and `b` in any order, the conversions of as many combinations of schemas apply. */
const steps = Object.fromEntries(
  Array.from({ length: 8 }, (_, at) => [
    `Step${at}`,
    { properties: { a: ref(`Step${at + 1}`), b: ref(`Step${at + 1}`), [`n${at}`]: INT64 } },
  ]),
)

type Case = readonly [name: string, schemas: Schemas, text: string, converted: string]

/** Schemas, where INT64 and a name stand for one, a text, and what it becomes. */
const cases: Case[] = rowsOf(`
  many names beside the others | {Body: {properties: {a: {type: integer}, b: {type: integer}, c: {type: integer}, d: {type: integer}, e: {type: integer}, f: {type: integer}, g: {type: integer}, h: {type: integer}, i: {type: integer}}, additionalProperties: INT64}} | {"a":1,"i":1,"j":1} | { a: 1, i: 1, j: 1n }
  a described item of a tuple is not among the others | {Body: {prefixItems: [{type: number}], items: INT64}} | [1,9007199254740993] | [ 1, 9007199254740993n ]
  members named like generated functions | {Body: {properties: {convertBody: {$ref: Other}, validators: {$ref: Other}}}, Other: {properties: {'n': INT64}}} | {"convertBody":{"n":1},"validators":{"n":1}} | { convertBody: { n: 1n }, validators: { n: 1n } }
  a schema that one condition leads to twice | {Body: {anyOf: [{allOf: [{$ref: Choice}, {$ref: Heir}]}, {type: string}]}, Heir: {allOf: [{$ref: Choice}], properties: {z: INT64}}, Choice: {anyOf: [{properties: {a: INT64}, required: [k]}, {properties: {a: {type: number}}}]}} | {"k":1,"a":9007199254740993,"z":1} | { k: 1, a: 9007199254740993n, z: 1n }
  lists of lists | {Body: {properties: {lists: {items: {items: INT64}}}}} | {"lists":[[1],[],"a"]} | { lists: [ [ 1n ], [], 'a' ] }
  alternatives that change what another one looks at | {Body: {anyOf: [{properties: {'n': INT64}}, {properties: {'n': {const: 1}, m: {anyOf: [{type: integer, format: int64, minimum: 5}, {type: number}]}}}]}} | {"n":1,"m":7} | { n: 1n, m: 7n }
  an alternative that does not hold: the nearest numbers | {Body: {oneOf: [{properties: {kind: {const: a}, part: {$ref: Part}, 'n': INT64}}, {properties: {kind: {const: b}}}]}, Part: {properties: {'n': INT64, list: {items: INT64}}}} | {"kind":"b","part":{"n":9007199254740993,"list":[9007199254740993]},"n":9007199254740993} | { kind: 'b', part: { n: 9007199254740992, list: [ 9007199254740992 ] }, n: 9007199254740992 }
`).map(([name = '', schemas = '', text = '', converted = '']) => {
  const named = schemas.replace(/\$ref: (\w+)/g, "$ref: '#/components/schemas/$1'")
  const whole = named.replaceAll('INT64', '{type: integer, format: int64}')
  return [name, yamlOf(whole) as Schemas, text, converted]
})

const large: Case[] = [
  [
    'too many ways to a schema',
    { Body: ref('Level0'), ...levels, Level11: { properties: { n: INT64 } } },
    '{"n":1}',
    '{ n: 1n }',
  ],
  [
    'too many combinations of schemas',
    {
      Body: { properties: { a: { allOf: [ref('Body'), ref('Step0')] }, b: ref('Body') } },
      ...steps,
      Step8: { properties: { x: INT64 } },
    },
    '{"a":{"a":{"n1":1},"n0":2,"n1":3}}',
    '{ a: { a: { n1: 1n }, n0: 2n, n1: 3 } }',
  ],
]

for (const [name, schemas, text, converted] of [...cases, ...large]) {
  t.test(name, async (t) => {
    const [body] = await bodiesOf(t, schemas)
    const value = parseJson(Buffer.from(text), body?.conversions)
    t.ok(body?.validate(value))
    const found = applyConversions(value, body?.conversions ?? {})
    t.equal(inspect(found, { depth: 9, compact: true, breakLength: Infinity }), converted)
  })
}
