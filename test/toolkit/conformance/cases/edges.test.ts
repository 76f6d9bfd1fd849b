import t from 'tap'
import { basesOf } from '#toolkit/conformance/cases/bases.js'
import { casesFor, chosen } from '#toolkit/conformance/cases/budget.js'
import { edgeContext } from '#toolkit/conformance/cases/draw.js'
import type { Edge } from '#toolkit/conformance/cases/makers/edge.js'
import { isReadOtherwise } from '#toolkit/conformance/cases/readings.js'
import { Identities } from '#toolkit/conformance/requests/identities.js'
import { RequestSource } from '#toolkit/conformance/requests/request-source.js'
import { made } from './made.js'

t.test('a wrong item after right ones is refused', async (t) => {
  const { told, accepted } = made({ type: 'array', items: { enum: ['a', 'b'] } })
  t.ok(told.includes('refused : has a wrong item after the right ones'))
  t.ok(accepted.includes('[]'))
})

t.test('members: missing, optional, unknown, too few and too many', async (t) => {
  const schema = {
    type: 'object',
    required: ['a'],
    properties: { a: { type: 'integer' }, b: { type: 'boolean' }, c: { const: 'c' } },
    dependentRequired: { c: ['b'] },
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 3,
  }
  const { told } = made(schema)
  for (const each of [
    'refused : has no member a',
    'refused : is empty',
    'refused : has the member A in place of a',
    'refused : has its members in `__proto__`',
    'refused : has c without b',
    'refused : has the member isAdmin, which no schema names',
    'accepted : has only what is required',
    'accepted : has no member c, which is optional',
  ]) {
    t.ok(told.includes(each), each)
  }
  const open = made({ type: 'object', properties: { a: { type: 'integer' } } })
  t.ok(open.told.includes('answered : has the member isAdmin, which no schema names'))
})

t.test('maps have an entry, whose name and value have edges', async (t) => {
  const schema = {
    type: 'object',
    propertyNames: { pattern: '^[a-z]{2}$' },
    additionalProperties: { type: 'integer', minimum: 5 },
    minProperties: 1,
    maxProperties: 4,
  }
  const { told, refused } = made(schema)
  t.ok(told.some((each) => /^refused \w\w: is below its minimum: 4$/.test(each)))
  t.ok(told.includes('refused : has a member of the name "UPPER"'))
  t.ok(told.includes('refused : has 5 members, 4 is the most'))
  t.ok(told.includes('accepted : has 4 members, the most'))
  t.ok(refused.includes('{}'))
  const patterned = made({
    type: 'object',
    patternProperties: { '^x-': { type: 'integer', maximum: 9 } },
  })
  t.ok(patterned.told.includes('refused x-1: is above its maximum: 10'), patterned.told.join('\n'))
  t.same(
    made({
      type: 'object',
      additionalProperties: { type: 'integer' },
      maxProperties: 500,
    }).told.filter((each) => /members, 500/.test(each)),
    [],
  )
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

t.test('each branch of a choice is reached, and both at once', async (t) => {
  const schemas = {
    Dog: {
      type: 'object',
      required: ['bark'],
      properties: { bark: { type: 'integer', minimum: 1 } },
    },
    Cat: {
      type: 'object',
      required: ['purr'],
      properties: { purr: { type: 'string', maxLength: 3 } },
    },
  }
  const oneOf = [{ $ref: '#/components/schemas/Dog' }, { $ref: '#/components/schemas/Cat' }]
  const { told, edges } = made({ oneOf }, schemas)
  t.ok(told.includes('refused bark: is below its minimum: 0'))
  t.ok(told.includes('refused purr: has 4 characters, 3 is the most'))
  t.ok(told.includes('refused : has the members of two branches'))
  const below = edges.find((each) => each.told.includes('below its minimum'))
  t.equal(below?.pointer, '#/components/schemas/Dog/properties/bark/minimum')
  const not = made({
    type: 'object',
    properties: { a: { type: 'integer' } },
    not: { required: ['b'] },
  })
  t.ok(
    not.told.some((each) => /not. refuses/.test(each)),
    not.told.join('\n'),
  )
})

t.test('conditions and dependent schemas apply where they hold', async (t) => {
  const schema = {
    type: 'object',
    required: ['kind', 'size'],
    properties: {
      kind: { enum: ['a', 'b'] },
      size: { type: 'integer' },
      more: { type: 'integer' },
    },
    if: { properties: { kind: { const: 'a' } } },
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword
    then: { properties: { size: { minimum: 10 } } },
    else: { properties: { size: { maximum: -10 } } },
    dependentSchemas: { more: { properties: { more: { minimum: 5 } } } },
  }
  const { told } = made(schema)
  t.ok(told.includes('refused size: is below its minimum: 9'), told.join('\n'))
  t.ok(told.includes('refused size: is above its maximum: -9'))
  t.ok(told.includes('refused more: is below its minimum: 4'))
})

t.test('examples are completed, and read-only members left out', async (t) => {
  const schemas = {
    Plant: {
      type: 'object',
      required: ['name'],
      properties: {
        id: { type: 'integer', readOnly: true },
        name: { type: 'string' },
        tag: { type: 'string' },
      },
    },
  }
  const { edges } = made({ $ref: '#/components/schemas/Plant' }, schemas, [
    { name: 'fern' },
    'not one',
  ])
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
  const schemas = {
    Node: {
      type: 'object',
      required: ['n'],
      properties: { n: { anyOf: [{ type: 'null' }, { $ref: '#/components/schemas/Node' }] } },
    },
  }
  const deep = { n: { n: { n: { n: { n: { n: { n: { n: { n: null } } } } } } } } }
  const { edges } = made({ $ref: '#/components/schemas/Node' }, schemas, [deep])
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

t.test('what is wrong as a value may be right as a text', async (t) => {
  const { contract } = made({ type: 'string' })
  const read = (schema: object, middle: unknown, part: unknown, fate: Edge['fate'] = 'refused') =>
    isReadOtherwise(
      contract,
      { schema: schema as never, pointer: '#' },
      {
        ...{ fate, part, middle, base: middle, path: [], value: part, pointer: '#', told: '' },
      },
    )
  t.ok(read({ type: 'integer' }, 7, '7'))
  t.ok(read({ type: 'boolean' }, true, 'false'))
  t.ok(read({ type: 'string' }, 'a', 7))
  t.ok(read({ type: 'integer' }, 7, null))
  t.ok(read({ type: 'integer' }, 7, [7]))
  t.ok(read({ type: 'integer' }, 7, ''))
  t.ok(read({ type: 'array', items: { type: 'string' } }, ['a'], ['a,b'], 'accepted'))
  t.ok(read({ type: 'string' }, 'a', 'x'.repeat(2_000), 'accepted'))
  t.ok(read({ type: 'object' }, { a: 1 }, { b: { a: 1 } }))
  t.notOk(read({ type: 'integer' }, 7, 'x'))
  t.notOk(read({ type: 'string', minLength: 1 }, 'a', ''))
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
  t.notOk(read({ type: 'array', items: { type: 'integer' } }, [1], ['x']))
  const listOr = (type: string) => ({
    oneOf: [{ type }, { type: 'array', items: { enum: ['a'] } }],
  })
  t.ok(read(listOr('string'), ['a'], ['b']), 'the text of a list may be a single value')
  t.notOk(read(listOr('integer'), ['a'], ['b']))
  t.ok(read(listOr('integer'), 7, 'a'), 'a single value may be a list')
  t.notOk(read(listOr('integer'), 7, 'b'))
  t.notOk(read({ type: 'object', properties: { a: { type: 'integer' } } }, { a: 1 }, { a: 'x' }))
  t.notOk(read({ type: 'object' }, { a: 1 }, { a: 2 }, 'accepted'))
})

t.test('what must be accepted is short enough for servers that take 100 kB', async (t) => {
  const names = Array.from({ length: 20 }, (_, at) => `text${at}`)
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
  const { accepted, told } = made({ type: 'object', required: names, properties })
  t.ok(Math.max(...accepted.map((text) => Buffer.byteLength(text))) < 100_000)
  t.ok(told.includes('accepted text0: has 70,000 characters'))
})
