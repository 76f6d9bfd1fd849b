import t from 'tap'
import { schemaComment, untitled } from '#toolkit/generator/emit/types/schema-comment.js'
import { typeContext } from '#toolkit/generator/emit/types/type-algebra.js'
import { typeOf } from '#toolkit/generator/emit/types/type-of.js'
import type { Schema } from '#toolkit/openapi/schema/schema.js'

const REF = { $ref: '#/$defs/A' }
const TEXT = { type: 'string', maxLength: 9 }

t.test('what a comment says of a schema', async (t) => {
  const table: [name: string, given: Schema, want: string][] = [
    ['nothing', { type: 'string' }, ''],
    ['words', { title: 'A title.', description: 'A text.' }, '/** A text. */\n'],
    ['a title', { title: 'A title', description: ' ' }, '/** A title */\n'],
    ['the title of a program', { title: 'range_query_specs' }, ''],
    ['facts', { ...TEXT, format: 'date' }, '/**\n * @format date\n * @maxLength 9\n */\n'],
    [
      'facts that the values tell',
      { ...TEXT, format: 'x', enum: ['a'], default: 'a' },
      "/** @default 'a' */\n",
    ],
    ['facts that the value tells', { ...TEXT, const: 'a' }, ''],
    ['words of items', { type: 'array', items: { description: 'One.' } }, '/** Each: One. */\n'],
    [
      'words of the whole and of items',
      { description: 'All.', items: { description: 'One.' } },
      '/**\n * All.\n *\n * Each: One.\n */\n',
    ],
    [
      'the same words of both',
      { description: 'All.', items: { description: 'All.' } },
      '/** All. */\n',
    ],
    ['words of the only alternative', { oneOf: [{ description: 'One.' }] }, '/** One. */\n'],
    ['items that have a name', { type: 'array', items: REF }, ''],
    ['facts of an alternative', { anyOf: [TEXT, REF] }, '/** @maxLength 9 */\n'],
    ['facts of alternatives that differ', { anyOf: [TEXT, { ...TEXT, maxLength: 5 }] }, ''],
    ['facts of an alternative with words', { anyOf: [{ ...TEXT, description: 'x' }, REF] }, ''],
    ['facts of an array', { anyOf: [{ type: 'array', minItems: 1 }, REF] }, ''],
  ]
  for (const [name, given, want] of table) t.equal(schemaComment('', given), want, name)
})

t.test('what stands above an alternative', async (t) => {
  const context = typeContext([{ name: 'A', schema: { type: 'object' } }], 'number')
  const table: [name: string, given: Schema[], want: string][] = [
    ['facts', [TEXT, REF], 'string | A'],
    [
      'words',
      [{ ...TEXT, description: 'x' }, REF],
      '\n  /**\n   * x\n   *\n   * @maxLength 9\n   */\n  | string\n  | A',
    ],
    [
      'facts that differ',
      [
        { type: 'string', default: 'a' },
        { type: 'number', default: 1 },
      ],
      "\n  /** @default 'a' */\n  | string\n  /** @default 1 */\n  | number",
    ],
    [
      'words of values',
      [{ enum: ['a', 'b'], description: 'x' }, { enum: ['a', 'c'] }],
      "\n  /** x */\n  | 'a'\n  | 'b'\n  | 'c'",
    ],
    [
      'words of values after those of the first',
      [{ anyOf: [{ const: 1, description: 'x' }, { const: 2 }], description: 'y' }, TEXT],
      '\n  /** x */\n  | 1\n  | 2\n  | string',
    ],
    [
      'words beside a reference',
      [{ description: 'x', allOf: [REF] }, TEXT],
      '\n  /** x */\n  | A\n  | string',
    ],
  ]
  for (const [name, anyOf, want] of table) t.equal(typeOf({ anyOf }, context).text, want, name)
})

t.test('a title that repeats a name', async (t) => {
  const schema = { title: 'Created At', type: 'string' }
  t.same(untitled(schema, 'created_at'), { type: 'string' })
  t.equal(untitled(schema, 'created'), schema)
  t.equal(untitled(true, 'created'), true)
})
