import t from 'tap'
import { type ParsedSyntax, parse } from '#toolkit/regex/parse.js'
import { Backtracking } from '#toolkit/regex/risk/backtracking.js'
import { riskOf } from '#toolkit/regex/risk/risk.js'
import { symbolsOf } from '#toolkit/regex/risk/symbols.js'
import { goldenInputs, goldenLines } from '../../../helpers/golden.js'
import { EXPONENTIAL, POLYNOMIAL, wordList } from '../samples.js'

function degreeOf(pattern: string): number {
  const { syntax, classes } = parse(pattern, 'u') as ParsedSyntax
  return new Backtracking(symbolsOf(classes, 'u')).degreeOf(syntax)
}

t.test('patterns of exponential time and of polynomial time are told apart', async (t) => {
  for (const [pattern] of EXPONENTIAL) t.equal(degreeOf(pattern), Infinity, pattern)
  for (const [pattern] of POLYNOMIAL) t.match(degreeOf(pattern), /^[23]$/, pattern)
})

t.test('parts that are tried again and again', async (t) => {
  const table: [pattern: string, degree: number][] = [
    ['^a*(?=.*b)c', 2],
    ['^(?:a(?=.*b))*c', 2],
    ['^(?=.*b).*c', 1],
    ['.*foo.*', 2],
    ['^.*foo.*', 1],
    ['^.*foo.*$', 2],
    ['^[^,]*,.*b.*$', 2],
    ['^(?:.*,){3}x', Infinity],
    ['(a*)\\1$', 3],
    ['^(?:(a)|b)(?:\\1|c)+$', Infinity],
    ['(?<=ba+)c', 2],
    ['(?<=^a+)c', 2],
    ['^(?<=a+)c', 1],
    ['^a*^b*$', 1],
    ['^[a-z](?:[a-z-]*[a-z])?$', 1],
    ['^((a+)+)+$', Infinity],
    ['a+[]', 2],
  ]
  for (const [pattern, degree] of table) t.equal(degreeOf(pattern), degree, pattern)
})

t.test('the parts of a risk', async (t) => {
  t.strictSame(riskOf('^(a+)+$'), {
    short: 0,
    syntax: { all: [{ at: 'start' }, { of: { of: 'a', least: 1 }, least: 1 }, { at: 'end' }] },
  })
  t.match(riskOf('^.*a.*b.*c$'), { short: 27 })
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
  t.match(riskOf(`^${paths}$`), { short: 0 })
  const disjoint = '(a|b|c|d|e|f)'.repeat(6)
  t.equal(riskOf(`^${disjoint}$`), undefined)
  t.equal(riskOf(`^(?:${'a{50}'.repeat(300)}b?)*$`), undefined, 'many copies, one way')
  t.match(riskOf(`^(${'a?'.repeat(9_000)})*$`), { short: 0 }, 'too many steps')
  const dense = `(${[...'abcdefghijklmnopqrst'].map((symbol) => `${symbol}[a-t]*`).join('|')})*`
  t.match(riskOf(`${dense.repeat(8)}!`), { short: 0 }, 'too many paths')
  const deep = `${'('.repeat(120)}a+${')'.repeat(120)}`
  t.match(riskOf(deep), { short: 6, syntax: undefined }, 'too deep')
  const large = Array.from({ length: 14 }, (_, index) => `(\\${index + 1}\\${index + 1})`).join('')
  t.match(riskOf(`(a+)${large}`), { syntax: undefined }, 'references')
  t.match(riskOf('a{0,100}a{0,100}b'), { short: 141 }, 'many ways at each place')
  t.match(riskOf('(?:a{0,400}b?)*c'), { short: 0, syntax: {} }, 'large, and not too large')
  const names = ['satellite_id', 'config-name', 's3-config-id', 'year', 'month', 'day']
  const keys = names.map((name) => `\\{${name}\\}`).join('|')
  t.match(riskOf(`^([\\w=/]|${keys}){1,900}$`), { syntax: {} }, 'a pattern of AWS Ground Station')
})

t.test('lists of words stay with the engine unless they are too large', async (t) => {
  t.equal(riskOf(wordList(20_000, 'a')), undefined)
  t.match(riskOf(wordList(80_000, 'long-')), { short: 6, syntax: undefined })
})

// Of ordinary patterns there is no risk, and those that seem to be slow have a matcher.
t.test('the analysis of each pattern', async (t) => {
  const rows = goldenInputs('risks.txt').map((pattern) => {
    return [pattern, JSON.stringify(riskOf(pattern) ?? null)] as const
  })
  goldenLines(t, 'risks.txt', rows)
})
