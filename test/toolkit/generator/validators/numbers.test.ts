import { inspect } from 'node:util'
import t from 'tap'
import type { Schema } from '#toolkit/openapi/schema/schema.js'
import { inexactNumber } from '#toolkit/validation/numeric.js'
import { compileSchemas } from '../../../helpers/compile-schemas.js'
import { tableOf } from '../../../helpers/rows.js'
import { exact } from '../../runtime/keeping.js'

type Row = [name: string, schema: Schema, accepted: unknown[], refused: unknown[]]

/** Schemas, and values that each accepts and refuses; `1n` is a bigint, and any other number is none. */
const WRITTEN = tableOf<Row>(`
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
  int64 | {type: integer, format: int64} | [0, -0, 1n, 9223372036854775807n, -9223372036854775808n, 9007199254740991] | [9223372036854775808n, -9223372036854775809n, 9007199254740992, 1.5, '1', null, Infinity]
  minimum | {type: integer, format: int64, minimum: 9007199254740992} | [9007199254740992n, 9223372036854775807n] | [9007199254740991, 9007199254740991n]
  maximum beyond 2^53 | {type: integer, format: int64, maximum: 9223372036854775806} | [9223372036854775806n, 5] | [9223372036854775807n]
  exclusiveMinimum | {type: integer, format: int64, exclusiveMinimum: 3} | [4, 4n] | [3, 3n]
  exclusiveMaximum | {type: integer, format: int64, exclusiveMaximum: 9223372036854775807} | [9223372036854775806n] | [9223372036854775807n]
  minimum with a fraction | {type: integer, format: int64, minimum: 0.5} | [1, 1n] | [0, 0n]
  multipleOf | {type: integer, format: int64, multipleOf: 3} | [0, 9n, 9223372036854775806n] | [9223372036854775807n, 4]
  multipleOf beyond 2^53 | {type: integer, format: int64, multipleOf: 9223372036854775807} | [0n, 9223372036854775807n] | [1]
  multipleOf with a fraction | {type: integer, format: int64, multipleOf: 0.5} | [3, 3n] | []
  const | {type: integer, format: int64, const: 9223372036854775807} | [9223372036854775807n] | [9223372036854775806n, 1]
  enum | {type: integer, format: int64, enum: [1, 9223372036854775807, a, null]} | [1, 1n, 9223372036854775807n] | [2, a, null]
  several limits | {type: integer, format: int64, minimum: 1, maximum: 3} | [1, 3n] | [0, 4n]
  nullable | {type: [integer, 'null'], format: int64, minimum: 1} | [null, 1n] | [0, a]
  beside another type | {type: [integer, string], format: int64, enum: [1, a], maxLength: 1} | [1, 1n, a] | [b, 2, ab]
  limits beside a reference | {allOf: [{type: integer, format: int64}, {minimum: 5, maximum: 9223372036854775806}]} | [5, 1152921504606846976n] | [4, 9223372036854775807n]
  a type beside a reference | {allOf: [{type: integer, format: int64}, {type: integer}, {type: number}]} | [1, 9223372036854775807n] | ['1', 1.5]
  number | {type: number, minimum: 0.5, multipleOf: 0.25} | [0.5, 1, 3n] | [0.25, 0.6, '1', Infinity]
  limits between numbers | {minimum: -9223372036854775809, maximum: 9223372036854775809} | [-9223372036854775808, 9223372036854775808] | [-9223372036854777856, 9223372036854777856]
  exclusive limits between numbers | {exclusiveMinimum: -9223372036854775809, exclusiveMaximum: 9223372036854775809} | [9223372036854773760] | [9223372036854775808, -9223372036854775808]
  every type | {type: [number, boolean, array, object, 'null']} | [1.5, true, [], {}, null] | [a]
  const with a number | {const: 1} | [1, 1n] | [2, '1', true]
  inside | {properties: {a: {items: {type: integer, format: int64}}}, allOf: [{additionalProperties: {type: integer, format: int64}}]} | [{b: 1n}] | [{a: [x]}, {b: x}]
  double | {type: number, format: double} | [1.5, 1] | [Infinity, '1']
  enum with an object beyond 2^53 | {enum: [{a: 9223372036854775807}]} | [{a: 9223372036854775807}, {a: 9223372036854775807n}] | [{a: 1}]
  a constant beyond 2^53 of a number | {const: 9223372036854775807} | [9223372036854775807, 9223372036854775807n] | [1, 9223372036854775806n]
  unique numbers by value | {uniqueItems: true} | [[1, 2n, 1.5], [[1], [2]]] | [[1, 1n], [1152921504606846976, 1152921504606846976n], [[1], [1n]]]
`)

const table: Row[] = [
  ...WRITTEN.map(([name, schema, ...values]): Row => {
    const [accepted, refused] = values.map(exact) as [unknown[], unknown[]]
    return [name, schema, accepted, refused]
  }),
  ['no number', { type: 'number', format: 'double' }, [], [Number.NaN, undefined]],
  [
    'a number that none stands for',
    { type: 'number', minimum: 1 },
    [inexactNumber('1.00000000000000000001')],
    [inexactNumber('0.00000000000000000001'), inexactNumber('1e999')],
  ],
  [
    'a limit that no number is, which a number may be all the same',
    { type: 'number', maximum: 18446744073709551615n },
    [inexactNumber('18446744073709551615'), 18446744073709551615n],
    [inexactNumber('18446744073709555000'), 18446744073709551616n],
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
