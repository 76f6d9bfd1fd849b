import t from 'tap'
import { Verdicts } from '#toolkit/conformance/document/verdicts.js'
import { createProvers } from '#toolkit/diff/inclusion/create-prover.js'
import { gapText } from '#toolkit/diff/schemas/gap-words.js'
import { shrunk } from '#toolkit/diff/witness/shrink.js'
import type { SchemaObject } from '#toolkit/openapi/schema/schema.js'
import { changesOf, requestOf } from './helpers/documents.js'

t.test('where there is neither a proof nor a witness, it is said so', async (t) => {
  const plants = (pattern: string, most: number) => {
    const names = Array.from({ length: 20 }, (_, at) => `name${at}`)
    const texts = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
    const tags = {
      allOf: [{ type: 'array', items: { type: 'string' } }, { items: { maxLength: 9 } }],
    }
    const properties = {
      ...{ ...texts, tags, a: { type: 'string', pattern }, b: { type: 'string', maxLength: most } },
    }
    return requestOf({ type: 'object', required: ['b'], properties })
  }
  t.match(changesOf(plants('^(?=a)a+$', 9), plants('^aa*$', 5)), [
    { severity: 'breaking', path: 'b', witness: { value: { b: /^.{6}$/ } } },
    { severity: 'undecided', path: 'a', text: 'pattern "^(?=a)a+$" → "^aa*$"', witness: undefined },
  ])
})

t.test('a proof that takes too many steps is none', async (t) => {
  const source = {
    target: () => true,
    pointerOf: (name: string) => name,
    verdicts: new Verdicts([]),
  }
  const provers = createProvers({ from: source, to: source, changed: new Set(), steps: 0 })
  const place = (schema: SchemaObject) => ({ schema, pointer: '#' })
  const [gap] = provers.gaps(place({ type: 'string' }), place({ type: 'integer' }))
  t.equal(gap && gapText(gap, 'request'), 'the schemas are too large to be compared')
})

t.test('a witness is as small as it can be', async (t) => {
  const has = (test: (text: string) => boolean) => (value: unknown) => test(JSON.stringify(value))
  const cases: [value: unknown, isKept: (value: unknown) => boolean, small: unknown][] = [
    [{ a: 1, b: { c: 'text', d: [1, 2] } }, has((text) => text.includes('"c"')), { b: { c: 't' } }],
    [[7.123, 8, 9, 10, 11], has((text) => text.startsWith('[7')), [7]],
    [2.46, (value) => Number(value) > 2, 2.5],
    [
      ['ab', 'ab', 'ab', 'ab', 'ab'],
      (value) => (value as unknown[]).length === 5,
      Array(5).fill('a'),
    ],
    [true, () => true, true],
  ]
  for (const [value, isKept, small] of cases) t.same(shrunk(value, isKept), small)
})
