import t from 'tap'
import { riskOf } from '#toolkit/regex/risk/risk.js'
import { goldenInputs, goldenLines } from '../../../helpers/golden.js'
import { EXPONENTIAL, POLYNOMIAL, wordList } from '../samples.js'

t.test('patterns of exponential time and of polynomial time are told apart', async (t) => {
  for (const [pattern] of EXPONENTIAL) t.match(riskOf(pattern), { degree: Infinity }, pattern)
  for (const [pattern] of POLYNOMIAL) t.match(riskOf(pattern), { degree: /^[23]$/ }, pattern)
})

t.test('parts that are tried again and again', async (t) => {
  const table: [pattern: string, degree: number | undefined][] = [
    ['^a*(?=.*b)c', 2],
    ['^(?:a(?=.*b))*c', 2],
    ['^(?=.*b).*c', undefined],
    ['.*foo.*', 2],
    ['^.*foo.*', undefined],
    ['^.*foo.*$', 2],
    ['^(?:.*,){3}x', 4],
    ['(a*)\\1$', 3],
    ['^(?:(a)|b)(?:\\1|c)+$', Infinity],
    ['(?<=ba+)c', 2],
    ['^((a+)+)+$', Infinity],
  ]
  for (const [pattern, degree] of table) t.equal(riskOf(pattern)?.degree, degree, pattern)
  t.equal(riskOf('^((a+)+)+$')?.short, 7, 'a character is in one of four places')
})

t.test('the parts of a risk', async (t) => {
  t.strictSame(riskOf('^(a+)+$'), {
    degree: Infinity,
    short: 14,
    syntax: { all: [{ at: 'start' }, { of: { of: 'a', least: 1 }, least: 1 }, { at: 'end' }] },
  })
  t.match(riskOf('^.*a.*b.*c$'), { degree: 3, short: 27 })
})

t.test('patterns that the matcher does not support', async (t) => {
  for (const pattern of ['(\\w+)\\1+$', '^(a\\1)+(a+)+$', '^((a{1,100}){1,100}){1,100}$']) {
    const risk = riskOf(pattern)
    t.ok(risk !== undefined && risk.syntax === undefined, pattern)
    t.ok(risk && risk.short >= 6 && risk.short <= 100, 'only short texts')
  }
})

t.test('patterns without loops but with many paths, and patterns that are too large', async (t) => {
  const paths = '(a|a)'.repeat(30)
  t.match(riskOf(`^${paths}$`), { degree: Infinity, short: 0 })
  const disjoint = '(a|b|c|d|e|f)'.repeat(6)
  t.equal(riskOf(`^${disjoint}$`), undefined)
  t.equal(riskOf(`^(?:${'a{50}'.repeat(300)}b?)*$`), undefined, 'many copies, one way')
  t.match(riskOf(`^(${'a?'.repeat(9_000)})*$`), { degree: Infinity }, 'too many steps')
  t.match(riskOf('^(?:a{300}|b){0,15}(c+)+d'), { degree: Infinity }, 'too many copies')
  const dense = `(${[...'abcdefghijklmnopqrst'].map((symbol) => `${symbol}[a-t]*`).join('|')})*`
  t.match(riskOf(`${dense.repeat(8)}!`), { degree: Infinity }, 'too many paths')
  const deep = `${'('.repeat(120)}a+${')'.repeat(120)}`
  t.match(riskOf(deep), { degree: Infinity, syntax: undefined }, 'too deep')
  const large = Array.from({ length: 14 }, (_, index) => `(\\${index + 1}\\${index + 1})`).join('')
  t.match(riskOf(`(a+)${large}`), { degree: 3, syntax: undefined }, 'references')
  t.match(riskOf('a{0,100}a{0,100}b'), { degree: 2 }, 'many ways at each place')
  t.match(riskOf('(?:a{0,400}b?)*c'), { degree: Infinity, syntax: {} }, 'large, and not too large')
})

t.test('lists of words stay with the engine unless they are too large', async (t) => {
  t.equal(riskOf(wordList(20_000, 'a')), undefined)
  t.match(riskOf(wordList(80_000, 'long-')), { degree: Infinity, syntax: undefined })
})

// Of ordinary patterns there is no risk, and those that seem to be slow have a matcher.
t.test('the analysis of each pattern', async (t) => {
  const rows = goldenInputs('risks.txt').map((pattern) => [pattern, found(pattern)] as const)
  goldenLines(t, 'risks.txt', rows)
})

/** JSON has no infinity. */
function found(pattern: string): string {
  const risk = riskOf(pattern)
  return JSON.stringify(risk === undefined ? null : { ...risk, degree: String(risk.degree) })
}
