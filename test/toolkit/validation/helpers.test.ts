import t from 'tap'
import { validation } from '#toolkit/validation/helpers.js'
import { inexactNumber as inexact } from '#toolkit/validation/numeric.js'

const v = validation

const BIG = 2n ** 63n - 1n

t.test('limits, for numbers of every kind', async (t) => {
  type Limit = 'atLeast' | 'atMost' | 'above' | 'below'
  const all: readonly Limit[] = ['atLeast', 'above', 'atMost', 'below']
  const under = ['atMost', 'below']
  const over = ['atLeast', 'above']
  const same = ['atLeast', 'atMost']
  const table: [value: unknown, limit: number | bigint, holds: readonly string[]][] = [
    [4, 5, under],
    [5, 5, same],
    [6, 5, over],
    [4n, 5, under],
    [5n, 5, same],
    [6n, 5, over],
    [5, 5n, same],
    [4.5, 5n, under],
    [5n, 4.5, over],
    [BIG - 1n, BIG, under],
    [BIG, BIG, same],
    [BIG, BIG - 1n, over],
    [2 ** 63, BIG, same],
    [inexact('4'), 5, under],
    [inexact('5'), 5, same],
    [inexact('6'), 5, over],
    [inexact('1e400'), 5, over],
    ['4', 5, all],
    [null, 5, all],
    [undefined, 5, all],
    [true, 0, all],
    [[], 0, all],
    [{}, 0, all],
  ]
  for (const [value, limit, holds] of table) {
    const found = all.filter((name) => v[name](value, limit))
    t.same(found.sort(), [...holds].sort(), `${String(value)} ${limit}`)
  }
})

t.test('multiples', async (t) => {
  const table: [value: unknown, factor: number | bigint, holds: boolean][] = [
    [0, 5, true],
    [10, 5, true],
    [-10, 5, true],
    [11, 5, false],
    [10, 5n, true],
    [11, 5n, false],
    [10n, 5, true],
    [11n, 5, false],
    [10n, 2.5, true],
    [11n, 2.5, false],
    [BIG, 7n, true],
    [BIG - 1n, 7n, false],
    [19.99, 0.01, true],
    [19.995, 0.01, false],
    [0.3, 0.1, true],
    [2 ** 1000, 2 ** -100, true],
    [1e308, 0.5, true],
    [1.5, 1, false],
    [4.35, 0.01, true],
    [1_234_567_890.12, 0.01, true],
    [1_234_567_890.125, 0.01, false],
    [9_007_199_254_740_991, 2, false],
    [123_456_789_012.35, 0.05, true],
    [123_456_789_012.36, 0.05, false],
    [inexact('10'), 5, true],
    [inexact('11'), 5, false],
    ['11', 5, true],
    [null, 5, true],
  ]
  for (const [value, factor, holds] of table) {
    t.equal(v.multipleOf(value, factor), holds, `${String(value)} ${factor}`)
  }
})

t.test('types', async (t) => {
  type Type = Parameters<typeof v.hasType>[1]
  const types: readonly Type[] = [
    ...(['string', 'object', 'array', 'boolean', 'null'] as const),
    ...(['number', 'integer', 'int32', 'int64'] as const),
  ]
  const integers = ['number', 'integer', 'int32', 'int64']
  const table: [value: unknown, has: readonly string[]][] = [
    ['', ['string']],
    [{}, ['object']],
    [[], ['array']],
    [null, ['null']],
    [undefined, []],
    [false, ['boolean']],
    [0, integers],
    [1.5, ['number']],
    [Number.NaN, []],
    [Number.POSITIVE_INFINITY, []],
    [2 ** 31 - 1, integers],
    [2 ** 31, ['number', 'integer', 'int64']],
    [-(2 ** 31), integers],
    [-(2 ** 31) - 1, ['number', 'integer', 'int64']],
    [2n ** 31n - 1n, integers],
    [2n ** 31n, ['number', 'integer', 'int64']],
    [BIG, ['number', 'integer', 'int64']],
    [BIG + 1n, ['number', 'integer']],
    [-BIG - 1n, ['number', 'integer', 'int64']],
    [-BIG - 2n, ['number', 'integer']],
    [inexact('5'), ['number']],
    [inexact('1e400'), []],
    [Symbol('a'), []],
  ]
  for (const [value, has] of table) {
    t.same(
      types.filter((type) => v.hasType(value, type)),
      has,
      String(value),
    )
  }
})

t.test('equality', async (t) => {
  const table: [value: unknown, allowed: unknown, isEqual: boolean][] = [
    ['a', 'a', true],
    ['a', 'b', false],
    [1, 1n, true],
    [1n, 1, true],
    [1n, 1.5, false],
    [2n ** 53n + 1n, 2 ** 53, false],
    [2 ** 53, 2n ** 53n + 1n, true],
    [inexact('1.5'), 1.5, true],
    [inexact('1.5'), 1, false],
    ['1', 1, false],
    [null, 0, false],
    [undefined, 0, false],
    [null, null, true],
    [{}, null, false],
    [null, {}, false],
    [undefined, {}, false],
    [false, false, true],
    [0, false, false],
    ['a', {}, false],
    [[], {}, false],
    [{}, [], false],
    [[1, [2n]], [1n, [2]], true],
    [[1], [1, 2], false],
    [[1, 2], [1], false],
    [[1, 3], [1, 2], false],
    [{ length: 0 }, [], false],
    [{ a: 1, b: [2] }, { b: [2], a: 1n }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1, b: 2 }, { a: 1 }, false],
    [{ a: 1, c: 2 }, { a: 1, b: 2 }, false],
    [{ a: 2 }, { a: 1 }, false],
    [{}, { toString: Object.prototype.toString }, false],
    [{ x: undefined }, { toString: undefined }, false],
  ]
  for (const [value, allowed, isEqual] of table) {
    t.equal(v.equalTo(value, allowed), isEqual)
    t.equal(v.oneOf(value, [Symbol('no'), allowed]), isEqual)
  }
  t.equal(v.oneOf(1, []), false)
})

t.test('members', async (t) => {
  const object = { a: 1, b: undefined, c: null, __proto__: { d: 1 } }
  t.equal(v.countMembers(object), 2)
  t.equal(v.countMembers({}), 0)
  const own = ['a', 'b', 'c', 'd', 'e', 'toString'].filter((name) => v.hasMember(object, name))
  t.same(own, ['a', 'c'])
  t.equal(v.hasRequired(object, 'a', 'c'), true)
  t.equal(v.hasRequired(object), true)
  for (const name of ['b', 'd', 'toString']) t.equal(v.hasRequired(object, 'a', name), false)
  for (const value of [null, 'a', 5, [], undefined]) t.equal(v.hasRequired(value, 'a'), true)
})

t.test('the number of elements that contains needs and checks', async (t) => {
  const table: [
    array: number[],
    least: number,
    most: number | undefined,
    answer: boolean,
    looks: number,
  ][] = [
    [[], 0, undefined, true, 0],
    [[], 1, undefined, false, 0],
    [[0, 0], 1, undefined, false, 2],
    [[0, 1, 0, 1], 1, undefined, true, 2],
    [[1, 1, 0], 2, undefined, true, 2],
    [[1, 0, 0], 2, undefined, false, 3],
    [[1, 1, 1, 1], 0, 2, false, 3],
    [[1, 1, 0], 1, 2, true, 3],
    [[1, 0], 2, 3, false, 2],
    [[0, 0], 0, 0, true, 2],
    [[0, 1, 0], 0, 0, false, 2],
  ]
  for (const [array, least, most, answer, looks] of table) {
    let count = 0
    const check = (element: unknown) => {
      count++
      return element === 1
    }
    t.equal(v.containsEnough(array, check, least, most), answer, `${array} ${least} ${most}`)
    t.equal(count, looks, `${array} ${least} ${most}`)
  }
})

t.test('lengths count code points', async (t) => {
  for (const [text, length] of [
    ['', 0],
    ['ab', 2],
    ['🌿', 1],
    ['🌿🌿', 2],
    ['a🌿', 2],
    ['\ud83c', 1],
    ['🌿'.repeat(10), 10],
  ] as const) {
    for (let limit = 0; limit < 25; limit++) {
      t.equal(v.longerThan(text, limit), length > limit, `${text} ${limit}`)
      t.equal(v.shorterThan(text, limit), length < limit, `${text} ${limit}`)
    }
  }
})

t.test('evaluated members and elements', async (t) => {
  const parts = v.evaluatedParts()
  const names = () => ['a', 'b', 'x1', 'y'].filter((name) => parts.includesMember(name))
  const elements = () => [1, 2, 3, 4, 5].filter((each, at) => parts.includesElement(at, each))
  t.same([names(), elements()], [[], []])
  parts.names(new Set(['a']))
  parts.names(new Set(['b']))
  parts.pattern(/^x/ as never)
  parts.first(2)
  parts.first(1)
  parts.contained((each) => each === 4)
  parts.contained((each) => each === 1)
  t.same(names(), ['a', 'b', 'x1'])
  t.same(elements(), [1, 2, 4])
  parts.everyMember()
  parts.everyElement()
  t.same(names(), ['a', 'b', 'x1', 'y'])
  t.same(elements(), [1, 2, 3, 4, 5])
})

t.test('a verdict is cached after many calls', async (t) => {
  let calls = 0
  const deep = (levels: number): object => (levels === 0 ? {} : { next: deep(levels - 1) })
  /** Asks for the verdict on what is below twice. */
  const check = (value: unknown): boolean => {
    calls++
    const { next } = value as { next?: object }
    return next === undefined || (v.memoizeVerdict(check, next) && v.memoizeVerdict(check, next))
  }
  const count = (levels: number) => {
    calls = 0
    t.equal(v.memoizeVerdict(check, deep(levels)), true)
    return calls
  }
  t.equal(count(5), 2 ** 6 - 1, 'ordinary values are not kept')
  t.ok(count(200) < 2_500, `${calls} calls`)
  t.equal(count(5), 2 ** 6 - 1, 'nothing is kept for the next value')
  for (const value of ['a', null, undefined]) {
    t.equal(
      v.memoizeVerdict((given) => given === value, value),
      true,
    )
  }
  t.throws(() =>
    v.memoizeVerdict(() => {
      throw new Error('fault')
    }, {}),
  )
  t.equal(count(5), 2 ** 6 - 1, 'after a fault too')
})

t.test('ownMembers: what an instance inherits is no member', async (t) => {
  class Named {
    own = 1
    get name() {
      return 'inherited'
    }
  }
  const instance = { ...new Named() }
  const copy = v.ownMembers(new Named() as never)
  t.strictSame(copy, instance)
  t.notOk('name' in copy)
  for (const object of [{ a: 1 }, Object.assign(Object.create(null), { a: 1 })]) {
    t.equal(v.ownMembers(object), object, 'others are not copied')
  }
})
