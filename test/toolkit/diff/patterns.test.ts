import t from 'tap'
import { type TextRules, textOutside } from '#toolkit/diff/inclusion/patterns.js'
import { type Chance, chance } from '../runtime/json/random.js'
import { changesOf, requestOf, told } from './helpers/documents.js'

const ANY = { least: 0, most: Infinity }
const rules = (...patterns: string[]): TextRules => ({ patterns, ...ANY })

/** Patterns, others, and the shortest text of the first one that the second one refuses. */
const TABLE: readonly (readonly [given: string, wanted: string, text: string | null])[] = [
  ['^a+$', '^aa*$', null],
  ['^a+$', '^a{1,3}$', 'aaaa'],
  ['^\\d{2}$', '^[0-9][0-9]$', null],
  ['abc', 'b', null],
  ['b', 'abc', 'b'],
  ['\\bfoo\\b', 'foo', null],
  ['^foo', '^foo\\b', 'foo0'],
  ['^fo\\B', '^fo\\w', null],
  ['^(ab|cd)*$', '^[a-d]*$', null],
  ['^[ac]$', '^[ab]$', 'c'],
  ['^\\p{L}+$', '^[\\p{L}\\d]+$', null],
  ['^[\\ud800-\\udfff]$', '^x$', null],
  ['^$', '^\\s*$', null],
  ['a', '^$', 'a'],
]

t.test('an inclusion of patterns is decided, with the shortest text against it', async (t) => {
  for (const [given, wanted, text] of TABLE)
    t.equal(textOutside(rules(given), rules(wanted)), text, `${given} in ${wanted}`)
})

t.test('lengths are a part of it, in code points', async (t) => {
  const short = { ...ANY, most: 3 }
  t.equal(textOutside({ patterns: ['^a+$'], ...short }, rules('^a{1,3}$')), null)
  t.equal(textOutside(rules('^😀{2}$'), { patterns: [], least: 2, most: 2 }), null)
  t.equal(textOutside(rules('^a{2,}$'), { patterns: [], ...short }), 'aaaa')
  const text = (more: object) => requestOf({ type: 'string', ...more })
  const code = text({ pattern: '^[a-z]{2}$' })
  const long = text({ minLength: 2, maxLength: 2 })
  t.same(changesOf(code, long), [])
  const wide = text({ pattern: '^[a-z]*$', maxLength: 70_000 })
  t.same(changesOf(wide, text({ pattern: '^[a-z0-9]*$', maxLength: 70_000 })), [], 'no states')
  t.same(changesOf(text({ pattern: '^b+$', minLength: 2 }), text({ pattern: '^b*c?$' })), [])
  t.same(changesOf(text({ pattern: '^b+$', minLength: 2 }), text({ pattern: '^b$' })).map(told), [
    'pattern "^b+$" → "^b$": "bb"',
  ])
})

t.test('what looks around, refers back or has too many states is not decided', async (t) => {
  for (const [given, wanted] of [
    ['^(?=a).*$', '^a'],
    ['^a', '^(?!b)'],
    ['^(a)\\1$', '^aa$'],
    ['^.*a.{14}$', '^.*[ab].{14}$'],
    ['^\\-a$', '^-'],
    ['(', 'a'],
  ] as const) {
    t.equal(textOutside(rules(given), rules(wanted)), undefined, given)
  }
})

/** A pattern of a few letters. */
function randomPattern({ pick, below }: Chance, depth = 3): string {
  if (depth === 0) return pick(['a', 'b', '[ab]', '[^a]', '\\b', '^', '$', '.'])
  const inner = () => randomPattern({ pick, below }, depth - 1)
  const kind = below(5)
  if (kind < 2) return inner() + inner()
  return kind === 2 ? `(?:${inner()}|${inner()})` : `(?:${inner()})${pick(['*', '?', '+', '{2}'])}`
}

/** All texts of some letters up to a length. */
function textsUpTo(length: number): string[] {
  if (length === 0) return ['']
  const shorter = textsUpTo(length - 1)
  return ['', ...shorter.flatMap((text) => [...'ab '].map((letter) => letter + text))]
}

t.test('random patterns: the engine finds no text against a proof', async (t) => {
  const random = chance(44)
  const texts = [...new Set(textsUpTo(5))]
  const counts = { proved: 0, refuted: 0 }
  for (let turn = 0; turn < 400; turn++) {
    const [given, wanted] = [randomPattern(random), randomPattern(random)]
    const found = textOutside(rules(given), rules(wanted))
    const [one, other] = [new RegExp(given, 'u'), new RegExp(wanted, 'u')]
    if (found === null) {
      counts.proved++
      const text = texts.find((each) => one.test(each) && !other.test(each))
      if (text !== undefined) t.fail(`${given} is not in ${wanted}: ${JSON.stringify(text)}`)
    } else if (found !== undefined) {
      counts.refuted++
      if (!one.test(found) || other.test(found)) t.fail(`${given} in ${wanted}: ${found} is wrong`)
    }
  }
  t.ok(counts.proved > 100 && counts.refuted > 100, JSON.stringify(counts))
})
