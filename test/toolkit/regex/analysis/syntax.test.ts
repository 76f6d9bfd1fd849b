import t from 'tap'
import {
  childrenOf,
  classesIn,
  hasLoop,
  isTriedOnce,
  lookaroundsIn,
  reversed,
  sizeOf,
} from '#toolkit/regex/analysis/syntax.js'
import type { Syntax } from '#toolkit/regex/syntax.js'

const start = { at: 'start' } as const
const end = { at: 'end' } as const
const some: Syntax = { of: 'a', least: 2 }
const few: Syntax = { of: { all: ['a', 'b'] }, least: 0, most: 3 }
const ahead = { ahead: { all: ['c', end] }, not: false } as unknown as Extract<
  Syntax,
  { ahead: Syntax }
>
const behind = { behind: some, not: true } as unknown as Extract<Syntax, { behind: Syntax }>

/** A syntax, its parts, the same from its end, how large it is, and whether it loops. */
const table: [syntax: Syntax, parts: Syntax[], reversed: Syntax, size: number, loops: boolean][] = [
  ['a', [], 'a', 1, false],
  [start, [], end, 1, false],
  [end, [], start, 1, false],
  [{ at: 'edge' }, [], { at: 'edge' }, 1, false],
  [{ at: 'inside' }, [], { at: 'inside' }, 1, false],
  [some, ['a'], some, 4, true],
  [few, [{ all: ['a', 'b'] }], { of: { all: ['b', 'a'] }, least: 0, most: 3 }, 12, false],
  [{ all: ['a', some, end] }, ['a', some, end], { all: [start, some, 'a'] }, 7, true],
  [
    { any: ['a', { all: ['b', 'c'] }] },
    ['a', { all: ['b', 'c'] }],
    { any: ['a', { all: ['c', 'b'] }] },
    5,
    false,
  ],
  [ahead, [{ all: ['c', end] }], ahead, 4, false],
  [behind, [some], behind, 5, true],
]

for (const [syntax, parts, turned, size, loops] of table) {
  t.test(JSON.stringify(syntax), async (t) => {
    t.same(childrenOf(syntax), parts)
    t.same(reversed(syntax), turned)
    t.equal(sizeOf(syntax), size)
    t.equal(hasLoop(syntax), loops)
  })
}

t.test('the parts of a syntax are found', async (t) => {
  const whole: Syntax = { all: [start, ahead, some, { any: [few, behind] }] }
  t.same([...classesIn(whole)].sort(), ['a', 'b', 'c'])
  t.same(lookaroundsIn(whole), [ahead, behind])
  t.same(lookaroundsIn(ahead), [ahead])
})

t.test('a lookaround behind the start is tried once, beside others', async (t) => {
  t.equal(isTriedOnce({ all: [start, ahead, behind, 'a'] }, behind), true)
  t.equal(isTriedOnce({ all: [start, behind] }, behind), true)
  t.equal(isTriedOnce({ all: [start, 'a', behind] }, behind), false)
  t.equal(isTriedOnce({ all: [start, some, behind] }, behind), false)
  t.equal(isTriedOnce({ all: [end, behind] }, behind), false)
  t.equal(isTriedOnce({ all: ['a', behind] }, behind), false)
  t.equal(isTriedOnce({ any: [start, behind] }, behind), false)
  t.equal(isTriedOnce(behind, behind), false)
  t.equal(isTriedOnce('a', behind), false)
})
