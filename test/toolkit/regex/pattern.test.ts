import t from 'tap'
import { accepts, guarded, patternOf } from '#toolkit/regex/pattern.js'
import { explainer } from '#toolkit/validation/explain.js'

const syntax = { all: [{ at: 'start' as const }, { of: 'a', least: 1 }, { at: 'end' as const }] }

t.test('a pattern with the flag u, or without where it only compiles so', async (t) => {
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

t.test('a pattern that nothing is quick for refuses texts that are long', async (t) => {
  const pattern = guarded('^(b)\\1+$', 'u', 3)
  t.ok(pattern.test('bbb'))
  t.throws(() => pattern.test('bbbb'), { message: /too long/ })
  t.notOk(accepts((value) => pattern.test(String(value)), 'bbbb'))
  t.notOk(
    accepts((value) => !pattern.test(String(value)), 'bbbb'),
    'below `not` too',
  )
  t.ok(accepts((value) => pattern.test(String(value)), 'bbb'))
  const broken = () => {
    throw new TypeError('broken')
  }
  t.throws(() => accepts(broken, ''), { message: 'broken' })
})

t.test('the explanation ends, too', async (t) => {
  guarded('^(c)\\1+$', 'u', 3)
  const schemas = [
    { $id: 'Long', pattern: '^(c)\\1+$' },
    { $id: 'Short', pattern: '^(c)\\1+$', maxLength: 3 },
  ]
  const explain = explainer(schemas)
  t.match(explain('Long', 'cccc'), [{ keyword: 'schema' }])
  t.match(explain('Long', 'ccd'), [{ keyword: 'pattern' }])
  t.match(
    explain('Short', 'cccc'),
    [{ keyword: 'maxLength' }],
    'is not asked about what is too long',
  )
})
