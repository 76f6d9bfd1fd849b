import t from 'tap'
import { isRisky, patternCode } from '#toolkit/generator/emit/validators/context.js'
import { Code } from '#toolkit/generator/print/code.js'
import { riskOf } from '#toolkit/regex/risk/risk.js'

const GUARD = new Code('guard')
const RISKY = '^(a+)+$'

t.test('a pattern is guarded unless no text is longer than those that are harmless', async (t) => {
  const short = riskOf(RISKY)?.short as number
  const engine = `new RegExp('${RISKY}', 'u')`
  const syntax =
    "{ all: [{ at: 'start' }, { of: { of: 'a', least: 1 }, least: 1 }, { at: 'end' }] }"
  const guarded = `guard('${RISKY}', 'u', ${short}, ${syntax})`
  t.same([isRisky(RISKY, short), isRisky(RISKY, short + 1), isRisky(RISKY)], [false, true, true])
  t.equal(patternCode(RISKY, GUARD, short).text, engine)
  t.equal(patternCode(RISKY, GUARD, short + 1).text, guarded)
  t.equal(patternCode(RISKY, GUARD).text, guarded)
  t.equal(patternCode('^a+$', GUARD).text, "new RegExp('^a+$', 'u')")
})

t.test('a pattern that no matcher supports is guarded without one', async (t) => {
  const short = riskOf('^(a+)+\\1$')?.short as number
  t.equal(patternCode('^(a+)+\\1$', GUARD).text, `guard('^(a+)+\\\\1$', 'u', ${short})`)
})
