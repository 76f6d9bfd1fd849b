import t from 'tap'
import { typeContext } from '#toolkit/generator/emit/types/type-algebra.js'
import { typeOf } from '#toolkit/generator/emit/types/type-of.js'
import type { Schema } from '#toolkit/openapi/schema/schema.js'
import { tableOf } from '../../helpers/rows.js'

const context = typeContext([], 'bigint')
const ref = (name: string) => ({ $ref: `#/$defs/${name}` })

const table: [name: string, given: Schema, want: string][] = [
  ...tableOf<[name: string, given: Schema, want: string]>(`
  anything | true | unknown
  nothing | false | never
  no keyword | {} | unknown
  string | {type: string} | string
  integer | {type: integer, format: int32} | number
  int64 | {type: integer, format: int64} | bigint
  int64 on a string | {type: string, format: int64} | string
  reference | {$ref: '#/$defs/Plant'} | Plant
  reference with a description | {$ref: '#/$defs/Plant', description: x} | Plant
  array | {type: array, items: {type: string}} | 'string[]'
  array of anything | {type: array} | 'unknown[]'
  items without a type | {items: {$ref: '#/$defs/Plant'}} | 'Plant[]'
  open tuple | {prefixItems: [{type: string}]} | '[string?, ...unknown[]]'
  int64 that is none | {type: integer, format: int64, enum: [1.5]} | never
  nothing beside something | {allOf: [{$ref: '#/$defs/A'}, {type: integer, format: int64, enum: [1.5]}]} | never
  const array | {const: [1, [a]]} | '[1, [''a'']]'
  enum of nothing | {enum: []} | never
  const object | {const: {a: 1, b-c: {}}} | '{ a: 1; ''b-c'': { [member: string]: never } }'
  map | {type: object, additionalProperties: {type: number}} | '{ [member: string]: number }'
  empty object | {type: object, additionalProperties: false} | '{ [member: string]: never }'
  free object | {type: object} | '{ [member: string]: unknown }'
  required properties that are not described | {required: [a]} | '{ a: unknown }'
  pattern properties | {type: object, patternProperties: {'^x': {type: number}}, additionalProperties: false} | '{ [member: string]: number }'
  allOf | {allOf: [{$ref: '#/$defs/A'}, {$ref: '#/$defs/B'}]} | 'A & B'
  array of an intersection | {type: array, items: {allOf: [{$ref: '#/$defs/A'}, {$ref: '#/$defs/B'}]}} | '(A & B)[]'
  anyOf with anything | {anyOf: [{$ref: '#/$defs/A'}, true]} | unknown
`),
  ['nullable int64', { type: ['integer', 'null'], format: 'int64' }, 'bigint | null'],
  ['type list', { type: ['string', 'null'] }, 'string | null'],
  ['array of a union', { type: 'array', items: { type: ['string', 'null'] } }, '(string | null)[]'],
  [
    'tuple',
    {
      type: 'array',
      prefixItems: [{ type: 'string' }, { type: ['number', 'null'] }],
      minItems: 1,
      items: false,
    },
    '[string, (number | null)?]',
  ],
  ['enum', { enum: ['a', 1, true, null, 'a'] }, "'a' | 1 | true | null"],
  [
    'int64 enum',
    { type: 'integer', format: 'int64', enum: [1, 9223372036854775807n] },
    '1n | 9223372036854775807n',
  ],
  ['const', { const: "it's" }, "'it\\'s'"],
  [
    'map of patterns with a member that is required and described nowhere',
    { type: 'object', patternProperties: { '^x': { type: 'number' } }, required: ['a'] },
    '{\n  a: unknown\n  [member: string]: unknown\n}',
  ],
  [
    'map of patterns with a member that is required and described beside it',
    {
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } } },
        { type: 'object', patternProperties: { '^x': { type: 'number' } }, required: ['a'] },
      ],
    },
    '{ a: string } & {\n  a: string\n  [member: string]: number | string | undefined\n}',
  ],
  [
    'optional property',
    { type: 'object', properties: { a: { type: 'string' } } },
    '{ a?: string | undefined }',
  ],
  [
    'required property, and one that is not described',
    { properties: { a: { type: 'string' } }, required: ['a', 'b-c'] },
    "{\n  a: string\n  /** Required, and described nowhere. */\n  'b-c': unknown\n}",
  ],
  [
    'properties and others',
    { properties: { a: { type: 'string' } }, additionalProperties: { type: 'number' } },
    '{\n  a?: string | undefined\n  [member: string]: number | string | undefined\n}',
  ],
  ['oneOf', { oneOf: [ref('A'), { type: 'null' }] }, 'A | null'],
  ['oneOf with a common part', { ...ref('A'), oneOf: [ref('B'), ref('C')] }, 'A & (B | C)'],
  [
    'union with an intersection',
    { anyOf: [{ allOf: [ref('A'), ref('B')] }, ref('C')] },
    '(A & B) | C',
  ],
]

for (const [name, given, want] of table) {
  t.test(name, async (t) => t.equal(typeOf(given, context).text, want))
}
