import { HELPERS } from '#toolkit/generator/emit/validators/context.js'
import type { Schema } from '#toolkit/openapi/schema/schema.js'
import type { Schemas } from '../../../helpers/compile-schemas.js'
import { rowsOf, yamlOf } from '../../../helpers/rows.js'

const own = (text: string): unknown => JSON.parse(text)
const string = { type: 'string' } as const
const CODE = ["'); globalThis.hit = 1; //`$", '{globalThis.hit = 1}*/\\\u2028\n'].join('')

type Row = [name: string, schema: Schema, accepted: unknown[], refused: unknown[]]

/** Members that one of several branches looks at are not looked at again. */
function rest(keyword: string, value: unknown): Row {
  const anyOf = [{ required: ['a'], [keyword]: value }, { maxProperties: 0 }]
  const schema = { anyOf, unevaluatedProperties: false } as Schema
  return [
    `${keyword} in a branch`,
    schema,
    [{}, { a: 'a' }],
    [{ a: 1 }, { b: 'b' }, { a: 1, b: 1 }],
  ]
}

function others(keyword: string, value: unknown): Row {
  const anyOf = [{ minItems: 1, [keyword]: value }, { maxItems: 0 }]
  const schema = { anyOf, unevaluatedItems: false } as Schema
  return [`${keyword} in a branch`, schema, [[], ['a']], [[1], [1, 2]]]
}

/** A schema, values that it accepts, and values that it refuses; `#/$defs/Tree` and the like are below. */
const plain = rowsOf(`
  everything | true | [1, null, {}] | []
  nothing | false | [] | [1, null, {}]
  an enum without a word | {enum: [[], {}]} | [[], {}] | [[1], {a: 1}, 0]
  lengths in code points | {minLength: 2, maxLength: 3} | [ab, 💚💚, 💚💚💚, 5] | [💚, abcd, 💚💚💚💚, '', abcdefgh]
  a format without a type only describes | {format: date} | [x, 1] | []
  every format | {type: string, format: ipv4} | [127.0.0.1] | [localhost]
  a format for numbers on a text | {type: string, format: float} | [x] | [1]
  no value is both | {type: string, enum: [1]} | [] | [a, 1]
  several types | {type: [string, 'null', array], items: {type: string}} | [a, null, [a]] | [1, {}, [1]]
  prefix and rest | {prefixItems: [{type: string}, true, false], items: false} | [[], [a], [a, 1]] | [[1], [a, 1, 1]]
  sizes of lists | {minItems: 1, maxItems: 2} | [[1], [1, 2], abc] | [[], [1, 2, 3]]
  sizes of objects | {minProperties: 1, maxProperties: 1} | [{a: 1}, ab] | [{}, {a: 1, b: 2}]
  dependent members | {dependentRequired: {a: [b, c]}} | [{a: 1, b: 1, c: 1}, {b: 1}] | [{a: 1, b: 1}]
  much beside a reference | {$ref: '#/$defs/Text', minLength: 2, enum: [a, bb, 3]} | [bb] | [a, 3]
  all of them | {allOf: [{type: string}, {maxLength: 1}, true]} | [a] | [ab, 1]
  closed prefix | {prefixItems: [{type: string}], items: false} | [[], [a]] | [[a, 1]]
  contains | {contains: {type: string}, minContains: 2, maxContains: 3} | [[a, b, 1], x] | [[a], [], [a, b, c, d]]
  contains nothing | {contains: false, minContains: 0} | [[], [1]] | []
  contains anything | {contains: true} | [[1]] | [[]]
  at most | {contains: {$ref: '#/$defs/Text'}, minContains: 0, maxContains: 1} | [[], [a]] | [[a, b]]
  unique | {uniqueItems: true} | [[], [1, '1', true, null, [], {}], [{a: 1, b: [2]}, {a: 1, b: [3]}]] | [[1, 1], [{a: 1, b: x}, {b: x, a: 1}]]
  not | {not: {type: [string, 'null']}} | [1] | [a, null]
  not anything | {not: {}} | [] | [1]
  not nothing | {not: false} | [1] | []
  any | {anyOf: [{type: string}, {$ref: '#/$defs/Tree'}, {type: integer, minimum: 5}]} | [a, {}, 5] | [4, {children: 1}]
  any of anything | {anyOf: [{minLength: 3}, true]} | [a] | []
  any of nothing | {anyOf: [false, false]} | [] | [a]
  one | {oneOf: [{minimum: 1}, {maximum: 3}, {type: string}]} | [0, 4] | [2, a]
  one of two | {oneOf: [{required: [a, b]}, {required: [c]}]} | [{a: 1, b: 1}, {c: 1}] | [{}, {a: 1, b: 1, c: 1}, 1]
  one of one | {oneOf: [{type: string}]} | [a] | [1]
  one of nothing | {oneOf: [false]} | [] | [1]
  one beside anything | {oneOf: [true, {type: string}]} | [1] | [a]
  one beside anything twice | {oneOf: [true, {}]} | [] | [a]
  if then else | {if: {type: string}, then: {minLength: 2}, else: {type: number}} | [ab, 1] | [a, null]
  if else | {if: {type: string}, else: {type: number}} | [a, 1] | [null]
  if always | {if: true, then: {type: string}, else: false} | [a] | [1]
  if never | {if: false, then: false, else: {type: string}} | [a] | [1]
  if for nothing | {if: {type: string}} | [a, 1] | []
  dependent schemas | {dependentSchemas: {a: {required: [b]}, c: false, d: true}} | [{a: 1, b: 1}, {d: 1}, 1] | [{a: 1}, {c: 1}]
  dependent schemas of no object | {type: string, dependentSchemas: {a: false}} | [a] | []
  names | {propertyNames: {maxLength: 1}} | [{a: 1}, 1] | [{ab: 1}]
  a required member that may not be | {type: [object, 'null'], properties: {a: false}, required: [a]} | [null] | [{}, {a: 1}]
  unevaluated members | {allOf: [{properties: {a: true}}], unevaluatedProperties: false} | [{a: 1}] | [{b: 1}]
  contains any element | {contains: {title: T}} | [[1]] | [[]]
  contains none | {contains: false} | [1] | [[], [1]]
  much that says nothing | {items: {properties: {a: true, b: true, c: true, d: true, e: true, f: true, g: true, h: true, i: true, j: true, k: true, l: true, m: true}}} | [[{a: 1}], [1]] | []
  nothing depends | {dependentRequired: {a: []}} | [{a: 1}] | []
  an int32 or a text | {anyOf: [{type: integer, format: int32}, {type: string}]} | [1, a] | [2147483648]
  members of the other condition | {if: {required: [a]}, else: {properties: {b: true}}, unevaluatedProperties: false} | [{b: 1}, {}] | [{a: 1}]
  members of an open branch | {anyOf: [{$ref: '#/$defs/Any'}, false], if: {type: string}, unevaluatedProperties: false} | [{}] | [{a: 1}]
  unevaluated elements | {prefixItems: [{type: string}], anyOf: [{prefixItems: [true, {type: string}]}, true], unevaluatedItems: false} | [[a], [a, b], []] | [[a, 1], [a, b, c]]
  unevaluated elements by a schema | {prefixItems: [{type: string}], contains: {const: 5}, unevaluatedItems: {type: string}} | [[a, 5, b], [a, 5]] | [[a, 5, 6], [a]]
  known elements | {prefixItems: [true], unevaluatedItems: false} | [[1]] | [[1, 2]]
  all elements | {items: {type: string}, unevaluatedItems: false, unevaluatedProperties: true} | [[a]] | [[1]]
  open members | {additionalProperties: true, unevaluatedProperties: false} | [{a: 1}] | []
  a tree | {$ref: '#/$defs/Tree'} | [{}, {children: [{children: []}]}] | [{children: [{children: 1}]}, 1]
  a pattern that may take long | {pattern: ^(a+)+$} | [aaa, aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa] | [aab, '']
  items that may be equal | {uniqueItems: false} | [[1, 1], a] | []
  exclusive limits | {exclusiveMinimum: 1, exclusiveMaximum: 3} | [1.5, a] | [1, 3]
`)

/** The same of values that YAML does not have, or that are long. */
const ODD: Row[] = [
  ['what is not there', { required: ['a'] }, [{ a: 1 }, 'text'], [{}, { a: undefined }]],
  [
    'members that every object has',
    { properties: { constructor: string, toString: string }, required: ['hasOwnProperty'] },
    [{ hasOwnProperty: 1 }, { hasOwnProperty: 1, constructor: 'a' }],
    [{}, { hasOwnProperty: 1, constructor: 1 }, { hasOwnProperty: 1, toString: 1 }],
  ],
  [
    'a member called __proto__',
    own(
      '{"properties":{"__proto__":{"type":"string"}},"required":["__proto__"],"additionalProperties":false}',
    ) as Schema,
    [own('{"__proto__":"a"}')],
    [{}, own('{"__proto__":1}'), own('{"__proto__":"a","b":1}')],
  ],
  [
    'members by their own names only',
    { properties: { a: string }, minProperties: 1 },
    [{ a: 'a' }, Object.assign(Object.create({ a: 1 }), { b: 1 })],
    [Object.create({ a: 'a' }), { a: undefined }],
  ],
  [
    'a member called undefined beside others',
    { additionalProperties: false, patternProperties: { '^x': string }, maxProperties: 1 },
    [{ a: undefined }, { x: 'a', y: undefined }],
    [{ x: 1 }, { x: 'a', x2: 'b' }, { y: 1 }],
  ],
  [
    'texts that look like code',
    {
      properties: { [CODE]: { const: CODE } },
      required: [CODE],
      dependentRequired: { [CODE]: ['b'] },
    },
    [{ [CODE]: CODE, b: 1 }],
    [{ [CODE]: CODE }, { [CODE]: 'a', b: 1 }, {}],
  ],
  ['an enum that looks like code', { enum: [CODE, 'a', 'b', 'c'] }, [CODE, 'c'], ['d']],
  ['a pattern', { pattern: '^\\p{L}$' }, ['é', 1], ['1', 'ab']],
  ['a pattern that only compiles without the u flag', { pattern: '^\\_\\-$' }, ['_-'], ['a']],
  ['const null', { const: null }, [null], [0, undefined]],
  [
    'const of a list',
    { const: [1, { a: 2 }] },
    [[1, { a: 2n }]],
    [[1], [1, { a: 2, b: 1 }], [1, [2]], {}],
  ],
  [
    'patterns of members and all others',
    {
      patternProperties: { '^a': string, b: { minLength: 2 } },
      additionalProperties: { type: 'null' },
    },
    [{ a: 'a', cb: 'cc', ab: 'bb', x: null }, { cb: 1 }],
    [{ a: 1 }, { ab: 'b' }, { x: 1 }],
  ],
  [
    'unevaluated members of branches',
    {
      $ref: '#/$defs/Open',
      properties: { x: true },
      anyOf: [
        { properties: { a: string }, required: ['a'] },
        { patternProperties: { '^b': true }, required: ['b'] },
        true,
      ],
      if: { required: ['c'] },
      ['then' as string]: { properties: { c: true } },
      else: { properties: { d: true } },
      dependentSchemas: { e: { properties: { e: true, f: true } } },
      unevaluatedProperties: { type: 'integer' },
    },
    [
      { a: 'a', o: 's', x: 's' },
      { b: 'b', b2: 'b' },
      { c: 's' },
      { d: 's' },
      { e: 's', f: 's' },
      { y: 1 },
    ],
    [{ y: 's' }, { f: 's' }, { c: 1, d: 's' }, { b2: 'b' }],
  ],
  [
    'members called like what generated code calls',
    {
      type: 'object',
      properties: Object.fromEntries(
        [
          ...HELPERS,
          ...'validation value found name member Object Set undefined isK1 isText Text'.split(' '),
        ].map((name) => [name, { $ref: '#/$defs/Text' }]),
      ),
      additionalProperties: { contains: string, anyOf: [string, { uniqueItems: true }] },
    },
    [{ anObject: 'a', once: 'b', Object: 'c', more: ['a'] }],
    [{ anObject: 1 }, { isText: 1 }, { undefined: 1 }, { value: 1 }, { more: [1] }],
  ],
  [
    'members of a condition that always holds',
    {
      if: {},
      ['then' as string]: { properties: { a: true } },
      anyOf: [true, string, { properties: { b: true }, required: ['b'] }, false],
      unevaluatedProperties: false,
    },
    [{ a: 1 }, { a: 1, b: 1 }],
    [{ c: 1 }],
  ],
  [
    'members of a condition that never holds',
    {
      if: false,
      ['then' as string]: { properties: { a: true } },
      else: { properties: { b: true } },
      oneOf: [{ properties: { c: true } }],
      unevaluatedProperties: false,
    },
    [{ b: 1 }, { c: 1 }],
    [{ a: 1 }],
  ],
  [
    'a tag',
    {
      oneOf: [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }],
      discriminator: { propertyName: 'kind', mapping: {} },
    },
    [{ kind: 'cat', lives: 9 }, { kind: 'dog' }, { kind: 'wolf' }],
    [{ kind: 'cat' }, { kind: 'fish' }, {}, 1, { kind: 1 }],
  ],
  [
    'a tag that may be missing',
    {
      anyOf: [
        { properties: { kind: { const: 'a' } }, minProperties: 2 },
        { properties: { kind: { enum: ['b'] } } },
        { properties: { kind: { const: 'c' } }, allOf: [false] },
      ],
    },
    [{}, 1, { kind: 'a', b: 1 }, { kind: 'b' }],
    [{ kind: 'a' }, { kind: 'c' }, { kind: 'd' }],
  ],
  [
    'a tag beside what is no object',
    {
      anyOf: [
        { type: 'string', maxLength: 1 },
        { $ref: '#/$defs/Text' },
        { allOf: [{ type: 'null' }] },
        false,
        { $ref: '#/$defs/Dog' },
        { type: ['object', 'number'], properties: { kind: { const: 'cat' } }, minProperties: 2 },
      ],
    },
    ['a', null, 5, { kind: 'dog' }, { kind: 'cat', a: 1 }, { a: 1, b: 2 }],
    [[], true, { kind: 'cat' }, { kind: 'fish' }, { a: 1 }],
  ],
  [
    'one of a tag and of what is no object',
    {
      oneOf: [
        { type: 'number' },
        { type: 'integer' },
        { $ref: '#/$defs/Dog' },
        { type: 'object', properties: { kind: { const: 'cat' } }, required: ['kind'] },
      ],
    },
    [1.5, { kind: 'dog' }, { kind: 'cat' }],
    [1, 'a', {}, { kind: 'fish' }],
  ],
  ...['additionalProperties', 'unevaluatedProperties'].map((keyword) => rest(keyword, string)),
  rest('properties', { a: string }),
  rest('patternProperties', { '^a$': string }),
  ...['items', 'unevaluatedItems', 'contains'].map((keyword) => others(keyword, string)),
  others('prefixItems', [string]),
]

export const table: Row[] = [
  ...plain.map(([name, ...cells]) => [name, ...cells.map(yamlOf)] as Row),
  ...ODD,
]

/** Schemas that others refer to. */
export const shared: Schemas = {
  Text: string,
  Any: { anyOf: [true, { properties: { a: false } }] },
  Tree: {
    type: 'object',
    properties: { children: { type: 'array', items: { $ref: '#/$defs/Tree' } } },
  },
  Open: { anyOf: [{ properties: { o: string } }, { items: string, contains: string }] },
  Cat: {
    allOf: [
      { $ref: '#/$defs/Animal' },
      { properties: { kind: { const: 'cat' } }, required: ['lives'] },
    ],
  },
  Dog: { type: 'object', properties: { kind: { enum: ['dog', 'wolf'] } }, required: ['kind'] },
  Animal: { type: 'object', required: ['kind'] },
}
