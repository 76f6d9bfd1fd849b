import { inspect } from 'node:util'
import t from 'tap'
import type { Schema } from '#toolkit/openapi/schema/schema.js'
import { inexactNumber } from '#toolkit/validation/numeric.js'
import { compileSchemas } from '../../../helpers/compile-schemas.js'
import { tableOf } from '../../../helpers/rows.js'

const MAX = 9223372036854775807n
const MIN = -9223372036854775808n
const int64 = (limits: object = {}): Schema => ({ type: 'integer', format: 'int64', ...limits })

/** Values that a schema accepts and refuses. */
const table: [name: string, schema: Schema, accepted: unknown[], refused: unknown[]][] = [
  ...tableOf<[name: string, schema: Schema, accepted: unknown[], refused: unknown[]]>(`
  const that is no number | {type: integer, format: int64, const: a} | [] | [a, 1]
  multipleOf of what is too large to divide | {multipleOf: 0.5} | [1e+308] | [0.25]
  no multiple, and too large to divide | {multipleOf: 0.123456789} | [0] | [1e+308]
  multipleOf in decimals | {multipleOf: 0.01} | [19.99, 0.07, 1] | [0.001, 19.991]
  multipleOf in decimals, far from 0 | {multipleOf: 0.01} | [9999999902389.28] | [9216066855755.629]
  multipleOf in other decimals, far from 0 | {multipleOf: 0.03} | [9370370367037.05, -9370370367037.05] | [9370370367037.053]
  integer | {type: integer, maximum: 3, multipleOf: 3} | [3, 0, 3] | [1, 1.5, 6]
  enum with an object | {enum: [1, {a: 1}]} | [1, {a: 1}] | [2, {a: 2}]
  beside another keyword | {type: integer, format: int64, not: {const: 5}} | [4] | [5]
  on a string the format only describes | {type: string, format: int64} | [x] | [1]
  int32 | {type: integer, format: int32} | [0, 2147483647, -2147483648] | [2147483648, -2147483649, 1.5, '1']
  int32 on a number only describes | {type: number, format: int32} | [1.5, 10000000000] | ['1']
  date | {type: string, format: date} | ['2024-02-29'] | ['2023-02-29', '2024-2-9', '']
  date-time | {type: string, format: date-time} | ['2024-02-29T23:59:59.5Z'] | ['2024-02-29', '2024-02-29T23:59:59']
  uuid | {type: string, format: uuid} | ['2f1c0a52-59f4-4b1e-8d2f-1a2b3c4d5e6f'] | [x]
  a format that nobody knows | {type: string, format: plant-name} | [x] | [1]
  own members only | {required: [constructor]} | [{constructor: 1}] | [{}]
  boolean schemas | {properties: {a: true, b: false}} | [{a: 1}, {}] | [{b: 1}]
  annotations | {title: T, description: D, deprecated: true} | [1] | []
  int32 beside a text | {type: [integer, string], format: int32} | [a, 1] | [2147483648, 1.5, true]
`),
  [
    'int64',
    int64(),
    [0, -0, 1n, MAX, MIN, 2 ** 53 - 1],
    [MAX + 1n, MIN - 1n, 2 ** 53, 1.5, '1', null, Infinity],
  ],
  ['minimum', int64({ minimum: 2 ** 53 }), [2n ** 53n, MAX], [2 ** 53 - 1, 2n ** 53n - 1n]],
  ['maximum beyond 2^53', int64({ maximum: MAX - 1n }), [MAX - 1n, 5], [MAX]],
  ['exclusiveMinimum', int64({ exclusiveMinimum: 3 }), [4, 4n], [3, 3n]],
  ['exclusiveMaximum', int64({ exclusiveMaximum: MAX }), [MAX - 1n], [MAX]],
  ['minimum with a fraction', int64({ minimum: 0.5 }), [1, 1n], [0, 0n]],
  ['multipleOf', int64({ multipleOf: 3 }), [0, 9n, MAX - 1n], [MAX, 4]],
  ['multipleOf beyond 2^53', int64({ multipleOf: MAX }), [0n, MAX], [1]],
  ['multipleOf with a fraction', int64({ multipleOf: 0.5 }), [3, 3n], []],
  ['const', int64({ const: MAX }), [MAX], [MAX - 1n, 1]],
  ['enum', int64({ enum: [1, MAX, 'a', null] }), [1, 1n, MAX], [2, 'a', null]],
  ['several limits', int64({ minimum: 1, maximum: 3 }), [1, 3n], [0, 4n]],
  ['nullable', { type: ['integer', 'null'], format: 'int64', minimum: 1 }, [null, 1n], [0, 'a']],
  [
    'beside another type',
    { type: ['integer', 'string'], format: 'int64', enum: [1, 'a'], maxLength: 1 },
    [1, 1n, 'a'],
    ['b', 2, 'ab'],
  ],
  [
    'limits beside a reference',
    { allOf: [int64(), { minimum: 5, maximum: MAX - 1n }] },
    [5, 2n ** 60n],
    [4, MAX],
  ],
  [
    'a type beside a reference',
    { allOf: [int64(), { type: 'integer' }, { type: 'number' }] },
    [1, MAX],
    ['1', 1.5],
  ],
  [
    'number',
    { type: 'number', minimum: 0.5, multipleOf: 0.25 },
    [0.5, 1, 3n],
    [0.25, 0.6, '1', Infinity],
  ],
  [
    'limits between numbers',
    { minimum: -(2n ** 63n) - 1n, maximum: 2n ** 63n + 1n },
    [-(2 ** 63), 2 ** 63],
    [-(2 ** 63) - 2048, 2 ** 63 + 2048],
  ],
  [
    'exclusive limits between numbers',
    { exclusiveMinimum: -(2n ** 63n) - 1n, exclusiveMaximum: 2n ** 63n + 1n },
    [2 ** 63 - 2048],
    [2 ** 63, -(2 ** 63)],
  ],
  [
    'a number that none stands for',
    { type: 'number', minimum: 1 },
    [inexactNumber('1.00000000000000000001')],
    [inexactNumber('0.00000000000000000001'), inexactNumber('1e999')],
  ],
  [
    'every type',
    { type: ['number', 'boolean', 'array', 'object', 'null'] },
    [1.5, true, [], {}, null],
    ['a', undefined],
  ],
  ['const with a number', { const: 1 }, [1, 1n], [2, '1', true]],
  [
    'inside',
    { properties: { a: { items: int64() } }, allOf: [{ additionalProperties: int64() }] },
    [{ b: 1n }],
    [{ a: ['x'] }, { b: 'x' }],
  ],
  ['double', { type: 'number', format: 'double' }, [1.5, 1], [Infinity, Number.NaN, '1']],
  [
    'enum with an object beyond 2^53',
    { enum: [{ a: MAX }] },
    [{ a: Number(MAX) }, { a: MAX }],
    [{ a: 1 }],
  ],
  ['a constant beyond 2^53 of a number', { const: MAX }, [Number(MAX), MAX], [1, MAX - 1n]],
  [
    'unique numbers by value',
    { uniqueItems: true },
    [
      [1, 2n, 1.5],
      [[1], [2]],
    ],
    [
      [1, 1n],
      [2 ** 60, 2n ** 60n],
      [[1], [1n]],
    ],
  ],
]

t.test('numbers are exact, whatever holds them', async (t) => {
  const schemas = Object.fromEntries(table.map(([, schema], index) => [`N${index}`, schema]))
  const { validators, explain } = await compileSchemas(t, schemas)
  for (const [index, [name, , accepted, refused]] of table.entries()) {
    const cases = [
      ...accepted.map((value) => [value, true] as const),
      ...refused.map((value) => [value, false] as const),
    ]
    for (const [value, verdict] of cases) {
      t.equal(validators[`isN${index}`]?.(value), verdict, `${name}: ${inspect(value)}`)
      const found = explain(`N${index}`, value)
      t.equal(found[0]?.keyword === 'schema', verdict, `${name}: ${inspect(value)}, explained`)
    }
  }
})
