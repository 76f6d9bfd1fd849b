import t from 'tap'
import { guarded } from '#toolkit/regex/linear/matcher.js'
import { schemaAccepts } from '#toolkit/validation/explain/explain.js'
import { inexactNumber } from '#toolkit/validation/numeric.js'
import { explainer } from '../../helpers/explainer.js'
import { rowsOf, yamlOf } from '../../helpers/rows.js'

const string = { type: 'string' }
const explain = (schema: object, value: unknown, limits?: Parameters<typeof explainer>[1]) =>
  explainer(
    [
      { $id: 'S', ...schema },
      { $id: 'Text', ...string },
    ],
    limits,
  )('S', value)

/** A schema, a value, and its problems: place, keyword and sentence. */
const table = rowsOf(`
  type | {type: [string, 'null']} | 1 | type must be string or null
  int64 | {type: integer, format: int64} | x | type must be int64
  int32 | {type: integer, format: int32} | 2147483648 | format must be <= 2147483647
  enum | {enum: [a]} | b | enum must be equal to one of the allowed values: "a"
  a long enum | {enum: [1, 2, 3, 4, 5, 6, 7, 8, 9, null, x, 'y']} | 0 | enum must be equal to one of the allowed values: 1, 2, 3, 4, 5, 6, 7, 8, 9, null and 2 more
  const | {const: a} | b | const must be equal to constant "a"
  numbers | {minimum: 5, exclusiveMinimum: 5, multipleOf: 3} | 4 | minimum must be >= 5 | exclusiveMinimum must be > 5 | multipleOf must be multiple of 3
  maxima | {maximum: 1, exclusiveMaximum: 1} | 2 | maximum must be <= 1 | exclusiveMaximum must be < 1
  texts | {type: string, minLength: 3, pattern: ^a, format: date} | b | minLength must NOT have fewer than 3 characters | pattern must match pattern "^a" | format must match format "date"
  a long text | {maxLength: 1} | ab | maxLength must NOT have more than 1 characters
  a format that nobody knows | {type: string, format: x} | b | schema is not valid
  too many | {maxItems: 1, contains: true, maxContains: 1} | [1, 2] | maxItems must NOT have more than 1 items | contains must contain at least 1 and no more than 1 valid item(s)
  few members | {minProperties: 1} | {} | minProperties must NOT have fewer than 1 properties
  many members | {maxProperties: 0} | {a: 1} | maxProperties must NOT have more than 0 properties
  the closest branch by type | {anyOf: [{type: 'null'}, {type: object, required: [a, b]}, {type: array}]} | {} | required must have required property 'a' | required must have required property 'b'
  the closest branch by its tag | {oneOf: [{properties: {kind: {const: cat}}}, {properties: {kind: {const: dog}}, required: [a, b]}]} | {kind: dog, a: 1} | required must have required property 'b'
  branches that are equally close | {oneOf: [{required: [a]}, {required: [b]}, {required: [b, c]}, {type: 'null'}]} | {} | oneOf must have required property 'a' or must have required property 'b'
  branches that are equally close about a member | {properties: {x: {type: string}}, anyOf: [{properties: {x: {type: string, format: ipv4}}}, {properties: {x: {type: string, format: ipv6}}}, {properties: {x: {type: string, format: ipv6}}}]} | {x: a} | /x anyOf must match format "ipv4" or must match format "ipv6"
  tags of the only branch that is meant | {anyOf: [{type: 'null'}, {properties: {a: {const: x}, b: {type: string}}}]} | {a: 'y', b: 1} | /a const must be equal to constant "x" | /b type must be string
  other members than a tag | {anyOf: [{properties: {a: {const: x}}}, {properties: {b: {const: x}}}]} | {a: 'y', b: 'y'} | /a const must be equal to constant "x"
  no type | {anyOf: [{type: [string, 'null']}, {type: 'null'}, {type: array}]} | 1 | anyOf must be string or null or array
  a branch beside a union | {oneOf: [{oneOf: [{type: object}, {type: 'null'}]}, {type: array, items: {type: string}}]} | [1] | /0 type must be string
  no type of a union in a union | {oneOf: [{oneOf: [{type: object}, {type: 'null'}]}, {type: array}]} | 1 | oneOf must be object or null or array
  a union of nothing | {anyOf: []} | 1 | anyOf must match a schema in anyOf
  no branch | {anyOf: [{type: string}, {enum: [2]}]} | 1 | anyOf must be string or 2
  values of branches | {oneOf: [{enum: [a, b]}, {const: 3}, {type: 'null'}]} | c | oneOf must be null or one of "a", "b", 3
  values of some branches | {anyOf: [{enum: [a, b]}, {not: {}}]} | c | anyOf must match a schema in anyOf, such as one of "a", "b"
  branches without values | {anyOf: [{not: {}}]} | 1 | anyOf must match a schema in anyOf
  two branches | {oneOf: [true, false, {$ref: Text#}]} | a | oneOf must match exactly one schema in oneOf, and matches 2 of them
  two branches with names | {oneOf: [{$ref: Text#}, {$ref: Text#}]} | a | oneOf must match exactly one schema in oneOf, and matches Text and Text
  null in a list and beside it | {oneOf: [{enum: [a, null]}, {type: 'null'}, {const: b}]} | 1 | oneOf must be null or one of "a", "b"
  not | {not: {type: string}} | a | not must NOT be valid
  then | {if: {type: string}, then: {minLength: 2}} | a | minLength must NOT have fewer than 2 characters
  else | {if: {type: string}, else: {type: 'null'}} | 1 | type must be null
  dependentSchemas | {dependentSchemas: {a: {required: [b]}}} | {a: 1} | required must have required property 'b'
  unevaluatedProperties | {properties: {a: true}, unevaluatedProperties: false} | {a: 1, b: 1} | /b false is not allowed
  unevaluatedItems | {prefixItems: [true], unevaluatedItems: false} | [1, 2] | /1 false is not allowed
  arrays | {minItems: 3, prefixItems: [{type: string}], items: {type: string}, uniqueItems: true, contains: {const: 5}} | [1, 1] | minItems must NOT have fewer than 3 items | /0 type must be string | /1 type must be string | contains must contain at least 1 valid item(s) | uniqueItems must NOT have duplicate items
  members | {required: [a], minProperties: 3, properties: {x/~y: {$ref: Text#}}, patternProperties: {^z: {type: string}}} | {x/~y: 1, 'z': 1} | minProperties must NOT have fewer than 3 properties | required must have required property 'a' | /x~1~0y type must be string | /z type must be string
  other members | {properties: {x: true}, dependentRequired: {x: [a, 'z'], none: [q]}, propertyNames: {maxLength: 4}, additionalProperties: false} | {x: 1, longer: 5} | dependentRequired must have property a when property x is present | dependentRequired must have property z when property x is present | /longer propertyNames has a name that is not allowed | /longer false is not allowed
  a tag that leads to no branch | {oneOf: [{properties: {a: {const: x}, kind: {enum: [cat, lion]}}, required: [a]}, {properties: {kind: {const: dog}}, required: [b]}]} | {a: 'y', kind: cow} | /kind enum must be equal to one of the allowed values: "cat", "lion", "dog"
  what several schemas say | {type: string, allOf: [{type: string}, {$ref: Text#}]} | 1 | type must be string
`)

const many = Array.from({ length: 30 }, () => 1)
const others: [name: string, schema: object, value: unknown, said: string[]][] = [
  [
    'a branch with many faults',
    { anyOf: [{ items: string }] },
    many,
    many.slice(0, 20).map((_, index) => `/${index} type must be string`),
  ],
]

const rows = table.map(
  ([name = '', schema = '', value = '', ...said]) =>
    [name, yamlOf(schema) as object, yamlOf(value), said] as const,
)

for (const [name, schema, value, said] of [...rows, ...others]) {
  t.test(`${name} is explained`, async (t) => {
    const found = explain(schema, value)
    t.same(
      found.map(({ instancePath, keyword, message }) =>
        `${instancePath} ${keyword} ${message}`.trim(),
      ),
      said.map((each) => each.trim()),
    )
  })
}

t.test('a problem has the parameters of its keyword', async (t) => {
  const schema = { type: 'string', minLength: 3, enum: ['aaa'] }
  const params = explain(schema, 'b').map((each) => each.params)
  t.same(params, [{ allowedValues: ['aaa'] }, { limit: 3 }])
})

t.test('an int64 that a schema lists is shown as a number', async (t) => {
  const schema = { type: 'integer', format: 'int64', enum: [1, 9007199254740993n] } as const
  t.match(told(explain(schema, 2)), [/allowed values: 1, 9007199254740993$/])
  t.match(told(explain({ type: 'integer', format: 'int64' }, [inexactNumber('1e99')])), [/int64$/])
})

t.test('a member that is undefined is none', async (t) => {
  const found = explain({ propertyNames: { maxLength: 4 } }, { 'a-long-name': undefined })
  t.match(found, [{ keyword: 'schema' }], 'no rule is broken')
})

t.test('a keyword is identified by its place in the contract’s schemas', async (t) => {
  const schema = { properties: { 'a/b': { allOf: [{ $ref: 'Text#' }, { minimum: 1 }] } } }
  const found = explain(schema, { 'a/b': 0 }).map(({ schemaPath }) => schemaPath)
  t.same(found, ['Text#/type', 'S#/properties/a~1b/allOf/1/minimum'])
  t.equal(explain({ not: {} }, 1)[0]?.schemaPath, 'S#/not')
})

const limits = { violations: 100, steps: 1000, characters: 1000 }

t.test('an explanation ends', async (t) => {
  const items = Array.from({ length: 10_000 }, () => 1)
  const all = explain({ items: string }, items)
  t.equal(all.length, 101, 'by the number of violations')
  t.equal(all.at(-1)?.message, 'breaks these rules and more')
  t.ok(explain({ items: string }, { a: items }).length === 1)
  const long = { [`${'a'.repeat(600)}`]: items }
  const found = explain({ additionalProperties: { items: string } }, long, limits)
  t.equal(found.length, 3, 'by the length of what it says')
  const late = explain({ items: { type: 'integer' } }, [...items, 'a'], limits)
  const message = 'is not valid, and it would take too long to say why'
  t.strictSame(told(late), [` ${message}`], 'by its steps, and refuses still')
})

t.test('a value that nests deeper than the stack goes is refused without a reason', async (t) => {
  const nested = (depth: number): unknown => (depth === 0 ? 'a' : [nested(depth - 1)])
  const list = { type: ['array', 'integer'], items: { $ref: 'S#' } }
  t.equal(explain(list, nested(100))[0]?.instancePath, '/0'.repeat(100))
  const message = 'is not valid, and it would take too long to say why'
  t.strictSame(told(explain(list, nested(200))), [` ${message}`])
})

const told = (found: ReturnType<typeof explain>) =>
  found.map(({ instancePath, message }) => `${instancePath} ${message}`)

t.test('the wrong one of hundreds of objects is found, also where null may be', async (t) => {
  const names = 'abcdefgh'.split('')
  const item = {
    type: 'object',
    properties: Object.fromEntries(names.map((each) => [each, string])),
  }
  const good = Object.fromEntries(names.map((each) => [each, each]))
  const list = [...Array.from({ length: 300 }, () => ({ ...good })), { ...good, h: 1 }]
  const said = ['/300/h must be string']
  t.same(told(explain({ items: item }, list)), said)
  t.same(told(explain({ items: { anyOf: [{ type: 'null' }, item] } }, list)), said)
  const kinds = Object.fromEntries(names.map((each) => [each, 'Other#']))
  const discriminator = { propertyName: 'a', mapping: { ...kinds, a: 'Item#' } }
  const union = { oneOf: [{ $ref: 'Other#' }, { $ref: 'Item#' }], discriminator }
  const other = { $id: 'Other', type: 'object', required: ['z'] }
  const byTag = explainer([{ $id: 'S', items: union }, { ...item, $id: 'Item' }, other])
  t.same(told(byTag('S', list)), said)
})

t.test('branches that are tried take hundreds of steps', async (t) => {
  const members = (name: string) => ({ type: 'object', additionalProperties: { enum: [name] } })
  const schema = { oneOf: Array.from({ length: 60 }, (_, index) => members(`${index}`)) }
  let listed = 0
  const names = Array.from({ length: 2_000 }, (_, index) => [`k${index}`, index])
  const value = new Proxy(Object.fromEntries(names), {
    ownKeys: (target) => {
      listed++
      return Reflect.ownKeys(target)
    },
  })
  t.same(told(explain(schema, value)), [
    ' must match a schema in oneOf',
    ' breaks these rules and more',
  ])
  t.equal(listed, 1, 'and a large object is listed once')
})

t.test('members that an open schema does not describe take no steps', async (t) => {
  const others = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`k${index}`, 1]))
  const schema = { type: 'object', properties: { name: string } }
  const few = { violations: 100, steps: 10 }
  t.same(told(explain(schema, { ...others, name: 1 }, few)), ['/name must be string'])
  t.same(told(explain({ prefixItems: [string] }, Object.keys(others), few)), [' is not valid'])
})

t.test('a recursive union is explained once for each value', async (t) => {
  const ref = { $ref: 'S#' }
  const member = (name: string, value: object) => ({
    type: 'object',
    required: [name],
    properties: { [name]: value },
  })
  const schema = {
    oneOf: [
      member('and', { type: 'array', items: ref }),
      member('or', { type: 'array', items: ref }),
      member('not', ref),
      member('field', string),
    ],
  }
  const nested = (depth: number): object =>
    depth === 0 ? { field: 1 } : { and: [nested(depth - 1)] }
  const few = { violations: 100, steps: 900 }
  const [first, ...others] = explain(schema, nested(20), few)
  t.match(first, {
    instancePath: '/and/0'.repeat(20),
    message: "must have required property 'and'",
  })
  t.same(others, [])
})

t.test('a verdict on what nests in a union looks at each value once for each branch', async (t) => {
  const ref = { $ref: '' }
  const member = (kind: string) => ({
    type: 'object',
    properties: { in: ref, kind: { const: kind } },
  })
  const tree = { oneOf: ['a', 'b', 'c', 'd'].map(member) }
  const nested = (depth: number, kind: string): object =>
    depth === 0 ? { kind } : { kind: 'a', in: nested(depth - 1, kind) }
  const isTree = (value: object) => schemaAccepts(() => tree, ref, value)
  t.equal(isTree(nested(20, 'd')), true)
  t.equal(isTree(nested(20, 'e')), false)
})

t.test('an error of the explanation itself is thrown', async (t) => {
  const broken = {
    get type() {
      throw new Error('broken')
    },
  }
  t.throws(() => explainer([{ $id: 'S', allOf: [broken] }])('S', 1), { message: 'broken' })
})

t.test('a discriminating value without a branch is told with those that have one', async (t) => {
  const kind = (rules: object) => ({ properties: { kind: rules } })
  const schema = { oneOf: [kind({ enum: ['a', 'b'], const: 'a' }), kind({ const: 'c' })] }
  t.match(explain(schema, { kind: 'd' }), [{ params: { allowedValues: ['a', 'b', 'c'] } }])
})

t.test('an explanation of unevaluated members ends', async (t) => {
  guarded('^(c)\\1+$', 'u', 3)
  const schemas = [
    { $id: 'Long', pattern: '^(c)\\1+$' },
    { $id: 'Short', pattern: '^(c)\\1+$', maxLength: 3 },
  ]
  const explain = explainer(schemas)
  t.match(explain('Long', 'cccc'), [{ keyword: 'schema' }])
  t.match(explain('Long', 'ccd'), [{ keyword: 'pattern' }])
  const found = explain('Short', 'cccc')
  t.match(found, [{ keyword: 'maxLength' }], 'is not asked about what is too long')
})
