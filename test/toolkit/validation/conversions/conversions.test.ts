import t from 'tap'
import { ConversionPlace } from '#toolkit/validation/conversions/conversion-place.js'
import type { Conversions } from '#toolkit/validation/conversions/conversions.js'
import { applyConversions, roundOthers } from '#toolkit/validation/conversions/converted-values.js'
import { inexactNumber } from '#toolkit/validation/numeric.js'

const HERE: Conversions = { int64: true }
const isString = (value: unknown) => typeof value === 'string'
const isObject = (value: unknown) => typeof value === 'object' && value !== null
const hasKind = (kind: string) => (value: unknown) => (value as { kind?: string }).kind === kind

/** A list in the form of `{ value, next }`. */
const list: Conversions = { members: { value: HERE, next: { ref: () => list } } }
/** `$ref`s that lead to each other, with an int64 on the way. */
const one: Conversions = { all: [HERE, { ref: () => other }] }
const other: Conversions = { ref: () => one }

const conversions: [name: string, places: Conversions, valid: unknown, converted: unknown][] = [
  ['the value itself', HERE, 5, 5n],
  ['minus zero', HERE, -0, 0n],
  ['what is exact already', HERE, 2n ** 60n, 2n ** 60n],
  ['null, where the schema allows it', HERE, null, null],
  ['a fraction, where the schema allows numbers too', HERE, 1.5, 1.5],
  ['a named member', { members: { a: HERE } }, { a: 1, b: 2 }, { a: 1n, b: 2 }],
  ['a member that is missing', { members: { a: HERE } }, { b: 2 }, { b: 2 }],
  [
    'a member that every object has',
    { members: { a: HERE } },
    JSON.parse('{"toString":1}'),
    JSON.parse('{"toString":1}'),
  ],
  [
    'a member of a member',
    { members: { a: { members: { b: HERE } } } },
    { a: { b: 1 }, b: 1 },
    { a: { b: 1n }, b: 1 },
  ],
  ['members by pattern', { patterns: [[/^x/, HERE]] }, { x1: 1, y1: 1 }, { x1: 1n, y1: 1 }],
  [
    'the other members',
    { members: { a: {} }, patterns: [[/^x/, {}]], rest: HERE },
    { a: 1, x: 1, b: 1 },
    { a: 1, x: 1, b: 1n },
  ],
  ['items', { items: HERE }, [1, 2], [1n, 2n]],
  [
    'members that are left out',
    { leftOut: ['a', 'toString'], members: { a: HERE, b: HERE } },
    { a: 1, b: 2 },
    { b: 2n },
  ],
  ['items of items', { items: { items: HERE } }, [[1], []], [[1n], []]],
  ['fixed items', { prefix: [HERE, null] }, [1, 2, 3], [1n, 2, 3]],
  ['fixed items and the others', { prefix: [null], items: HERE }, [1, 2, 3], [1, 2n, 3n]],
  [
    'all of them',
    { all: [{ members: { a: HERE } }, { members: { b: HERE } }] },
    { a: 1, b: 2, c: 3 },
    { a: 1n, b: 2n, c: 3 },
  ],
  [
    'an alternative that holds',
    { any: [[isObject, { members: { a: HERE } }]] },
    { a: 1 },
    { a: 1n },
  ],
  [
    'an alternative that does not',
    { any: [[isString, { members: { a: HERE } }]] },
    { a: 1 },
    { a: 1 },
  ],
  [
    'alternatives below alternatives',
    {
      any: [
        [hasKind('a'), { members: { v: { any: [[Number.isInteger, HERE]] } } }],
        [hasKind('b'), {}],
      ],
    },
    { kind: 'a', v: 1 },
    { kind: 'a', v: 1n },
  ],
  [
    'a list',
    list,
    { value: 1, next: { value: 2, next: null } },
    { value: 1n, next: { value: 2n, next: null } },
  ],
  ['references in a circle', one, 1, 1n],
  ['no place for what is there', { items: HERE, members: { a: HERE } }, 'text', 'text'],
  ['nothing', {}, { a: 1 }, { a: 1 }],
  [
    'a member named __proto__',
    { rest: HERE },
    JSON.parse('{"__proto__":1}'),
    Object.fromEntries([['__proto__', 1n]]),
  ],
]

for (const [name, places, valid, converted] of conversions) {
  t.test(`toBigInt: ${name}`, async (t) => {
    const given = structuredClone(valid)
    const result = applyConversions(given, places)
    t.strictSame(result, converted)
    if (isObject(result)) t.same(Object.keys(result as object), Object.keys(converted as object))
    if (isObject(given)) t.equal(result, given, 'in place')
  })
}

const settled: [name: string, places: Conversions | undefined, exact: unknown, result: unknown][] =
  [
    ['no places at all', undefined, [2n ** 53n + 1n, inexactNumber('1e-400')], [2 ** 53, 0]],
    ['an int64', HERE, 2n ** 53n + 1n, 2n ** 53n + 1n],
    ['a number too large', undefined, inexactNumber('1e400'), Infinity],
    [
      'members',
      { members: { a: HERE } },
      { a: 2n ** 60n, b: 2n ** 60n },
      { a: 2n ** 60n, b: 2 ** 60 },
    ],
    ['every alternative', { any: [[isString, { items: HERE }]] }, [2n ** 60n], [2n ** 60n]],
    [
      'far from any int64',
      { members: { a: HERE } },
      { b: [{ a: 2n ** 60n }] },
      { b: [{ a: 2 ** 60 }] },
    ],
    [
      'what is no number',
      { members: { a: HERE } },
      { a: 'x', b: [null, true] },
      { a: 'x', b: [null, true] },
    ],
  ]

for (const [name, places, exact, result] of settled) {
  t.test(`settle: ${name}`, async (t) => t.strictSame(roundOthers(exact, places), result))
}

t.test('roundOthers: an inexact number stays inexact if it may be an int64', async (t) => {
  const number = inexactNumber('9007199254740992.1')
  t.equal(roundOthers(number, HERE), number)
})

t.test('alternatives that meet again are tried once, at any depth', async (t) => {
  let tried = 0
  const isTried = (value: unknown) => {
    tried++
    return isObject(value)
  }
  const tree: Conversions = {
    any: [
      [isTried, { members: { left: { ref: () => tree } } }],
      [isTried, { members: { left: { ref: () => tree }, id: HERE } }],
    ],
  }
  let value: Record<string, unknown> = { id: 1 }
  for (let depth = 0; depth < 250; depth++) value = { id: 1, left: value }
  roundOthers(value, tree)
  applyConversions(value, tree)
  t.ok(tried < 10 * 251, `${tried} times`)
  t.match(value, { id: 1n, left: { left: { id: 1n } } })
})

t.test('combinations of alternatives that clients choose are not all kept', async (t) => {
  const hasName = (name: string) => (value: unknown) => Object.hasOwn(Object(value), name)
  const names = [...'abcdefghijk']
  const wide: Conversions = { any: names.map((name) => [hasName(name), { members: { n: HERE } }]) }
  const before = ConversionPlace.of(wide)
  t.equal(ConversionPlace.of(wide), before)
  for (let bits = 0; bits < 2 ** names.length; bits++) {
    const chosen = names.filter((_, at) => bits & (2 ** at)).map((name) => [name, ''])
    const value = Object.fromEntries([...chosen, ['n', 1]])
    if ((applyConversions(value, wide) as { n: unknown }).n !== (bits === 0 ? 1 : 1n))
      t.fail(String(bits))
  }
  t.not(ConversionPlace.of(wide), before)
})
