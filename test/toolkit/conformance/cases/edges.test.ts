import t from 'tap'
import { basesOf } from '#toolkit/conformance/cases/bases.js'
import { casesFor, chosen } from '#toolkit/conformance/cases/budget.js'
import { edgeContext } from '#toolkit/conformance/cases/draw.js'
import type { Edge } from '#toolkit/conformance/cases/makers/edge.js'
import { isReadOtherwise } from '#toolkit/conformance/cases/readings.js'
import { Identities } from '#toolkit/conformance/requests/identities.js'
import { RequestSource } from '#toolkit/conformance/requests/request-source.js'
import { fits } from '../../../helpers/fits.js'
import { tableOf } from '../../../helpers/rows.js'
import { made } from './made.js'

const text = { type: 'string' }

const EDGES = tableOf<[what: string, schema: object, edges: readonly string[]]>(`
  a closed object | {type: object, required: [a], properties: {a: {type: integer}}, additionalProperties: false} | ['refused : has the member A in place of a', 'refused : has its members in \`__proto__\`', 'refused : has the member isAdmin, which no schema names']
  an object that is not empty | {type: object, properties: {a: {type: integer}}, minProperties: 1} | ['refused : has 0 members, 1 is the least']
  a member that depends on another one | {type: object, properties: {b: {type: boolean}, c: {const: c}}, dependentRequired: {c: [b]}} | ['refused : has c without b']
  a member that no schema names | {type: object, properties: {a: {type: integer}}} | ['answered : has the member isAdmin, which no schema names']
  entries of a map | {type: object, propertyNames: {pattern: '^[a-z]{2}$'}, additionalProperties: {type: integer, minimum: 5}} | ['refused …: is below its minimum: 4', 'refused : has a member of the name "UPPER"']
  names of a pattern | {type: object, patternProperties: {'^x-': {type: integer, maximum: 9}}} | ['refused x-1: is above its maximum: 10']
  what is not | {type: object, properties: {a: {type: integer}}, not: {required: [b]}} | ['…not… refuses…']
  a condition | {type: object, required: [kind, size], properties: {kind: {enum: [a, b]}, size: {type: integer}}, if: {properties: {kind: {const: a}}}, then: {properties: {size: {minimum: 10}}}, else: {properties: {size: {maximum: -10}}}} | ['refused size: is below its minimum: 9', 'refused size: is above its maximum: -9']
  a dependent schema | {type: object, properties: {more: {type: integer}}, dependentSchemas: {more: {properties: {more: {minimum: 5}}}}} | ['refused more: is below its minimum: 4']
`)

for (const [what, schema, edges] of EDGES) {
  t.test(`edges of a schema: ${what}`, async (t) => {
    const { told } = made(schema)
    const missing = edges.filter((edge) => !told.some((each) => fits(each, edge)))
    t.same(missing, [], told.join('\n'))
  })
}

t.test('a map that may have hundreds of members is not filled', async (t) => {
  const map = { type: 'object', additionalProperties: { type: 'integer' }, maxProperties: 500 }
  t.notOk(made(map).told.some((each) => /members, 500/.test(each)))
})

t.test('what a schema has of its own kind in it has that in it again', async (t) => {
  const word = { type: 'string', minLength: 1 }
  const not = { $ref: '#/components/schemas/Condition' }
  const Condition = { type: 'object', required: ['word'], properties: { word, not } }
  const { told, accepted, refused } = made(not, { Condition })
  t.ok(told.includes('accepted not: has in it again what is around it'), told.join('\n'))
  t.ok(accepted.some((each) => /"not":{"word":[^}]*"not":{"word"/.test(each)))
  t.ok(refused.some((each) => each.includes('"not":{"word":[[0]]')))
})

t.test('an edge has the place of the rule, also in a branch of another schema', async (t) => {
  const properties = { bark: { type: 'integer', minimum: 1 } }
  const Dog = { type: 'object', required: ['bark'], properties }
  const { edges } = made({ oneOf: [{ $ref: '#/components/schemas/Dog' }] }, { Dog })
  const below = edges.find((each) => each.told.includes('below its minimum'))
  t.equal(below?.pointer, '#/components/schemas/Dog/properties/bark/minimum')
})

t.test('examples are completed, and read-only members left out', async (t) => {
  const properties = { id: { type: 'integer', readOnly: true }, name: text, tag: text }
  const schema = { type: 'object', required: ['name'], properties }
  const { edges } = made(schema, {}, [{ name: 'fern' }, 'not one'])
  const base = edges[0]?.base as object
  t.match(base, { name: 'fern', tag: String })
  t.notOk('id' in base)
})

t.test('before OpenAPI 3.1, 1.0 is no case for an integer', async (t) => {
  const schema = { type: 'integer' }
  const has = (openapi: string) =>
    made(schema, {}, [], openapi).told.some((each) => /\.0$/.test(each))
  t.ok(has('3.1.0'))
  t.notOk(has('3.0.3'))
  const { contract } = made(schema)
  const context = edgeContext(contract, new RequestSource(contract, new Identities(), 1))
  t.same(basesOf(context, { schema: true, pointer: '#' }, []), [], 'any value is right')
})

t.test('texts that UTF-8 cannot hold, and deep values, are no cases', async (t) => {
  const lone = made({ enum: ['\ud800', 'a'] })
  t.ok(lone.told.every((each) => each.includes('"a') || !each.includes('is "\\ud800"')))
  const node = { $ref: '#/components/schemas/Node' }
  const properties = { n: { anyOf: [{ type: 'null' }, node] } }
  const Node = { type: 'object', required: ['n'], properties }
  const deep = { n: { n: { n: { n: { n: { n: { n: { n: { n: null } } } } } } } } }
  const { edges } = made(node, { Node }, [deep])
  t.ok(edges.length > 0)
  t.ok(edges.every(({ path }) => path.length <= 7))
})

t.test('an operation has its share of all cases, most of them wrong ones', async (t) => {
  const { edges, contract } = made({ type: 'string', minLength: 2, maxLength: 5 })
  t.equal(casesFor(contract), 900)
  t.equal(casesFor({ operations: Array(1000).fill(contract.operations[0]) }), 24)
  const some = [...chosen(edges, 9)]
  t.equal(some.length, 9)
  t.equal(some.filter(({ fate }) => fate === 'refused').length, 6)
  t.equal([...chosen(edges, 10_000)].length, edges.length)
})

/** A schema, a value of it, another one, and whether a server may read the other one as the schema has it. */
const READINGS = tableOf<
  [
    what: string,
    schema: object,
    middle: unknown,
    part: unknown,
    isOther: boolean,
    fate?: 'accepted',
  ]
>(`
  a number as a text | {type: integer} | 7 | '7' | true
  a boolean as a text | {type: boolean} | true | 'false' | true
  a text as a number | {type: string} | a | 7 | true
  null | {type: integer} | 7 | null | true
  a list of one | {type: integer} | 7 | [7] | true
  an empty text | {type: integer} | 7 | '' | true
  an item with a comma | {type: array, items: {type: string}} | [a] | ['a,b'] | true | accepted
  a text that a URL may not hold | {type: string} | a | '${'x'.repeat(2_000)}' | true | accepted
  an object in an object | {type: object} | {a: 1} | {b: {a: 1}} | true
  no number | {type: integer} | 7 | x | false
  a text that is too short | {type: string, minLength: 1} | a | '' | false
  items that are no numbers | {type: array, items: {type: integer}} | [1] | [x] | false
  a list as a single text | {oneOf: [{type: string}, {type: array, items: {enum: [a]}}]} | [a] | [b] | true
  a list as a single number | {oneOf: [{type: integer}, {type: array, items: {enum: [a]}}]} | [a] | [b] | false
  a single value as a list | {oneOf: [{type: integer}, {type: array, items: {enum: [a]}}]} | 7 | a | true
  a single value as no list | {oneOf: [{type: integer}, {type: array, items: {enum: [a]}}]} | 7 | b | false
  a member that is no number | {type: object, properties: {a: {type: integer}}} | {a: 1} | {a: x} | false
  an object with a member of its own toString | {type: object, properties: {a: {type: integer}}} | {a: {}} | {a: {toString: x}} | false
  another member | {type: object} | {a: 1} | {a: 2} | false | accepted
  null for a list of texts | {properties: {a: {type: array}}} | {a: [x]} | {a: null} | true | refused
`)

t.test('what is wrong as a value may be right as a text', async (t) => {
  const { contract } = made({ type: 'string' })
  const read = (schema: object, middle: unknown, part: unknown, fate: Edge['fate'] = 'refused') =>
    isReadOtherwise(
      contract,
      { schema: schema as never, pointer: '#' },
      { ...{ fate, part, middle, base: middle, path: [], value: part, pointer: '#', told: '' } },
    )
  for (const [what, schema, middle, part, isOther, fate] of READINGS)
    t.equal(read(schema, middle, part, fate), isOther, what)
  const properties = { a: { type: 'string', minLength: 1 } }
  const empty = (schema: object) =>
    isReadOtherwise(
      contract,
      { schema: { type: 'object', properties, ...schema } as never, pointer: '#' },
      {
        ...{ fate: 'refused', part: '', middle: 'x', base: { a: 'x' }, path: ['a'] },
        ...{ value: { a: '' }, pointer: '#', told: '' },
      },
    )
  t.ok(empty({}), 'an empty text may be none')
  t.notOk(empty({ required: ['a'] }), 'and none is refused, too')
  const listed = { schema: { type: 'array', items: { enum: ['new', 'sale'] } } } as never
  const item = (part: string) =>
    ({ fate: 'refused', part, middle: 'new', base: ['new', 'sale'], path: [0] }) as never
  for (const [part, isTwo] of [
    ['new,sale', true],
    ['new|sale', true],
    ['old,sale', false],
    ['old', false],
  ] as const)
    t.equal(isReadOtherwise(contract, listed, item(part)), isTwo, part)
})

t.test('what must be accepted is short enough for servers that take 100 kB', async (t) => {
  const names = Array.from({ length: 20 }, (_, at) => `text${at}`)
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
  const { accepted, told } = made({ type: 'object', required: names, properties })
  t.ok(Math.max(...accepted.map((text) => Buffer.byteLength(text))) < 100_000)
  t.ok(told.includes('accepted text0: has 70,000 characters'))
})
