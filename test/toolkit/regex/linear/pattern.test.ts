import t from 'tap'
import { guarded, patternOf } from '#toolkit/regex/linear/matcher.js'

const syntax = { all: [{ at: 'start' as const }, { of: 'a', least: 1 }, { at: 'end' as const }] }

t.test('a pattern has the flag u unless it compiles without only', async (t) => {
  t.ok(patternOf('^\\p{L}$').test('é'))
  t.ok(patternOf('^\\_\\-$').test('_-'))
  t.equal(patternOf('^a$'), patternOf('^a$'), 'is compiled once')
})

t.test('a guarded pattern', async (t) => {
  const pattern = guarded('^a+$', 'u', 3, syntax)
  t.ok(pattern.test('aaa'), 'asks the engine')
  t.ok(pattern.test('aaaa'), 'asks the matcher')
  t.notOk(pattern.test('aaab'))
  t.equal(patternOf('^a+$'), pattern, 'explains too')
})

t.test('a pattern without a fast matcher refuses long strings', async (t) => {
  const pattern = guarded('^(b)\\1+$', 'u', 3)
  t.ok(pattern.test('bbb'))
  t.throws(() => pattern.test('bbbb'), { message: /too long/ })
})
