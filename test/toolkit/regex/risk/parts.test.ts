import t from 'tap'
import {
  childrenOf,
  classesIn,
  failsLate,
  hasLong,
  isAnchored,
  mayFail,
  reversed,
  sizeOf,
} from '#toolkit/regex/risk/parts.js'
import type { Syntax } from '#toolkit/regex/syntax.js'

const start = { at: 'start' } as const
const end = { at: 'end' } as const
const some: Syntax = { of: 'a', least: 2 }
const few: Syntax = { of: { all: ['a', 'b'] }, least: 0, most: 3 }
const ahead: Syntax = { ahead: { all: ['c', end] } }
const behind: Syntax = { behind: some, not: true }

/** A syntax, its parts, the same from its end, how large it is, and whether it is long and may fail. */
const table: [
  syntax: Syntax,
  parts: Syntax[],
  reversed: Syntax,
  size: number,
  isLong: boolean,
  mayFail: boolean,
][] = [
  ['a', [], 'a', 1, false, true],
  [start, [], end, 1, false, true],
  [end, [], start, 1, false, true],
  [{ at: 'edge' }, [], { at: 'edge' }, 1, false, true],
  [{ at: 'inside' }, [], { at: 'inside' }, 1, false, true],
  [some, ['a'], some, 4, true, true],
  [few, [{ all: ['a', 'b'] }], { of: { all: ['b', 'a'] }, least: 0, most: 3 }, 12, false, false],
  [{ all: ['a', some, end] }, ['a', some, end], { all: [start, some, 'a'] }, 7, true, true],
  [
    { any: ['a', { all: [few] }] },
    ['a', { all: [few] }],
    { any: ['a', { all: [{ of: { all: ['b', 'a'] }, least: 0, most: 3 }] }] },
    15,
    false,
    false,
  ],
  [ahead, [{ all: ['c', end] }], ahead, 4, false, true],
  [behind, [some], behind, 5, true, true],
]

for (const [syntax, parts, turned, size, isLong, fails] of table) {
  t.test(JSON.stringify(syntax), async (t) => {
    t.same(childrenOf(syntax), parts)
    t.same(reversed(syntax), turned)
    t.equal(sizeOf(syntax), size)
    t.equal(hasLong(syntax), isLong)
    t.equal(mayFail(syntax), fails)
  })
}

t.test('the classes of a syntax are found', async (t) => {
  const whole: Syntax = { all: [start, ahead, some, { any: [few, behind] }] }
  t.same([...classesIn(whole)].sort(), ['a', 'b', 'c'])
})

t.test('a syntax is anchored if each of its ways is', async (t) => {
  t.equal(isAnchored({ all: [start, 'a'] }), true)
  t.equal(isAnchored({ any: [{ all: [start, 'a'] }, start] }), true)
  t.equal(isAnchored({ of: start, least: 1 }), true)
  for (const syntax of ['a', end, ahead, few, { any: [start, 'a'] }, { all: [] }] as const) {
    t.equal(isAnchored(syntax), false, JSON.stringify(syntax))
  }
  t.equal(isAnchored({ all: ['a', start] }), false)
})

t.test('a match fails late if something follows what is long', async (t) => {
  for (const syntax of [{ all: [some, 'b'] }, { any: ['a', { all: [some, end] }] }, behind]) {
    t.equal(failsLate(syntax), true, JSON.stringify(syntax))
  }
  t.equal(failsLate({ of: { all: ['a', some] }, least: 2 }), true)
  for (const syntax of [{ all: ['b', some] }, { all: [some, few] }, some, ahead] as const) {
    t.equal(failsLate(syntax), false, JSON.stringify(syntax))
  }
  t.equal(failsLate({ of: { all: ['a', some] }, least: 1 }), false)
})
