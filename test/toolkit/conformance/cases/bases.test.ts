import t from 'tap'
import { basesOf } from '#toolkit/conformance/cases/bases.js'
import { rootOf } from './made.js'

function bases(schema: object, examples: readonly unknown[] = []): string[] {
  const { context, root } = rootOf(schema)
  return basesOf(context, root, examples).map(({ value }) => JSON.stringify(value))
}

t.test('eight bases at most, those with most new places first', async (t) => {
  const branch = (at: number) => ({
    type: 'object',
    required: [`m${at}`],
    properties: { [`m${at}`]: { const: at } },
  })
  const branches = Array.from({ length: 10 }, (_, at) => branch(at))
  const examples = branches.map((_, at) => ({ [`m${at}`]: at }))
  t.equal(bases({ oneOf: branches }, examples).length, 8)
  const open = { type: 'object', properties: { a: { const: 1 }, b: { const: 2 } } }
  t.equal(bases(open, [{ a: 1 }])[0], '{"a":1,"b":2}')
})

t.test('a member that a limit of members keeps apart has a base of its own', async (t) => {
  const names = { a: { const: 1 }, b: { const: 2 }, c: { const: 3 } }
  const schema = { type: 'object', properties: names, required: ['a'], maxProperties: 2 }
  const all = bases(schema, [{ a: 1, b: 2 }])
  const found = all.some((each) => each.includes('"c":3'))
  t.ok(found, all.join())
  t.ok(all.every((each) => each.includes('"a":1')))
})

t.test('an empty array has an item, where it may have one', async (t) => {
  const first = (schema: object) => bases(schema, [[]])[0]
  t.equal(first({ type: 'array', items: { const: 7 } }), '[7]')
  t.equal(first({ type: 'array', items: { const: 7 }, maxItems: 0 }), '[]')
  t.equal(first({ type: 'array', maxItems: 0 }), '[]')
  const inside = { type: 'object', properties: { a: { type: 'array', items: { const: 'x' } } } }
  t.equal(bases(inside, [{ a: [] }])[0], '{"a":["x"]}')
})
