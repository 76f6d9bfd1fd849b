import t from 'tap'
import { Matcher } from '#toolkit/regex/linear/matcher.js'
import { type ParsedSyntax, parse } from '#toolkit/regex/parse.js'
import { goldenInputs } from '../../../helpers/golden.js'
import { agree } from '../agree.js'

t.test('the matcher has the verdicts of the engine', async (t) => {
  const patterns = goldenInputs('risks.txt')
  const matched = patterns.reduce((sum, pattern) => sum + agree(pattern, 600), 0)
  t.ok(matched > 6_000, `${patterns.length} patterns, ${matched} matches`)
})

t.test('many lookarounds', async (t) => {
  for (const count of [10, 35, 36, 60]) {
    const others = Array.from({ length: count }, (_, at) => `(?=c{${at + 1}}$)z`).join('|')
    const pattern = `^(?:a|${others}|(?=.$)b)*$`
    const engine = new RegExp(pattern, 'u')
    const matcher = new Matcher((parse(pattern, 'u') as ParsedSyntax).syntax, 'u')
    for (const text of ['', 'aaa', 'aaab', 'b', 'ab', 'aaaba', 'aazcc', 'aaz'])
      t.equal(matcher.test(text), engine.test(text), `${count}: ${text}`)
  }
})

t.test('many different characters', async (t) => {
  const matcher = new Matcher(
    { all: [{ at: 'start' }, { of: '\\p{L}', least: 0 }, { at: 'end' }] },
    'u',
  )
  const characters = Array.from({ length: 20_000 }, (_, index) =>
    String.fromCodePoint(0x4e00 + index),
  )
  t.ok(matcher.test(characters.join('')))
  t.notOk(matcher.test(`${characters.join('')}1`))
})

t.test('visited states take no more work', async (t) => {
  // As often as there are characters its forty states would be too much.
  const each = Array.from({ length: 40 }, () => ({ of: '[ab]', least: 0 }))
  const matcher = new Matcher({ all: [{ at: 'start' }, ...each, { at: 'end' }] }, 'u')
  t.ok(matcher.test('ab'.repeat(500_000)))
  t.notOk(matcher.test(`${'ab'.repeat(500_000)}c`))
})

t.test('matching a costly string ends', async (t) => {
  const either = '[ab]'
  const syntax = (count: number) => ({
    all: [
      { at: 'start' as const },
      {
        of: { all: [{ of: either, least: 0 }, 'a', { of: either, least: count, most: count }] },
        least: 0,
      },
      'c',
    ],
  })
  // No two places of it look the same from any place.
  let state = 1
  const text = Array.from({ length: 100_000 }, () => {
    state = (state * 1103515245 + 12345) & 0x7fffffff
    return 'ab'[(state >> 16) & 1]
  }).join('')
  t.notOk(new Matcher(syntax(12), 'u').test(text), 'beyond what is remembered')
  t.throws(() => new Matcher(syntax(400), 'u').test(text), {
    message: 'a text is too long to be held against its pattern',
    statusCode: 400,
  })
})
