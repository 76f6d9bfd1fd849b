import t from 'tap'
import { HELPERS } from '#toolkit/generator/emit/validators/context.js'
import { KEYWORDS } from '#toolkit/openapi/schema/keywords.js'
import type { Schema } from '#toolkit/openapi/schema/schema.js'
import { compileSchemas, type Schemas } from '../../../helpers/compile-schemas.js'
import { fixtureText } from '../../../helpers/golden.js'
import { objectOf, tableOf } from '../../../helpers/rows.js'

type Row = readonly [name: string, schema: Schema, accepted: unknown[], refused: unknown[]]

const own = (text: string): unknown => JSON.parse(text)
const string = { type: 'string' } as const

const OWN_NAMES = 'validation value found name member Object Set undefined isK1 isText Text'.split(
  ' ',
)

/** Schemas with values that JSON does not have, or names that are of this project. */
const ODD: Row[] = [
  ['what is not there', { required: ['a'] }, [{ a: 1 }, 'text'], [{}, { a: undefined }]],
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
  ['const null', { const: null }, [null], [0, undefined]],
  [
    'const of a list',
    { const: [1, { a: 2 }] },
    [[1, { a: 2n }]],
    [[1], [1, { a: 2, b: 1 }], [1, [2]], {}],
  ],
  [
    'members called like what generated code calls',
    {
      type: 'object',
      properties: Object.fromEntries(
        [...HELPERS, ...OWN_NAMES].map((name) => [name, { $ref: '#/$defs/Text' }]),
      ),
      additionalProperties: { contains: string, anyOf: [string, { uniqueItems: true }] },
    },
    [{ anObject: 'a', once: 'b', Object: 'c', more: ['a'] }],
    [{ anObject: 1 }, { isText: 1 }, { undefined: 1 }, { value: 1 }, { more: [1] }],
  ],
]

/** A schema, values that it accepts, and values that it refuses; `#/$defs/Tree` and the like are below. */
const table = [...tableOf<Row>(fixtureText('keywords.txt')), ...ODD]

/** Schemas that others refer to. */
const shared = objectOf(`
  Text: { type: string }
  Any: { anyOf: [true, { properties: { a: false } }] }
  Tree: { type: object, properties: { children: { type: array, items: { $ref: '#/$defs/Tree' } } } }
  Open: { anyOf: [{ properties: { o: { type: string } } }, { items: { type: string }, contains: { type: string } }] }
  Cat: { allOf: [{ $ref: '#/$defs/Animal' }, { properties: { kind: { const: cat } }, required: [lives] }] }
  Dog: { type: object, properties: { kind: { enum: [dog, wolf] } }, required: [kind] }
  Animal: { type: object, required: [kind] }
`) as Schemas

t.test('each keyword that refuses values has a row', async (t) => {
  const text = JSON.stringify(table.map(([, schema]) => schema))
  for (const [keyword, { value, about, schemas }] of KEYWORDS) {
    // Of older drafts: the reader translates it.
    if (keyword === 'additionalItems') continue
    if ((value !== undefined && about !== undefined) || schemas !== undefined)
      t.ok(text.includes(`"${keyword}":`), keyword)
  }
})

t.test('each keyword has its verdict, and the explanation agrees', async (t) => {
  const rows = table.map(([, schema], index) => [`K${index}`, schema] as const)
  const { validators, explain } = await compileSchemas(t, {
    ...shared,
    ...Object.fromEntries(rows),
  })
  t.equal((globalThis as { hit?: unknown }).hit, undefined, 'no text is code')
  for (const [index, [name, , accepted, refused]] of table.entries()) {
    for (const [verdict, values] of [
      [true, accepted],
      [false, refused],
    ] as const) {
      for (const value of values) {
        t.equal(validators[`isK${index}`]?.(value), verdict, name)
        t.equal(explain(`K${index}`, value)[0]?.keyword === 'schema', verdict, `${name}, explained`)
      }
    }
  }
})
