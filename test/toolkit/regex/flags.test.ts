import t from 'tap'
import { patternFlags } from '#toolkit/regex/syntax.js'

t.test('a pattern has the flags that it compiles with', async (t) => {
  t.equal(patternFlags('^\\p{L}$'), 'u')
  t.equal(patternFlags('^[\\w-.]$'), '')
  t.equal(patternFlags('('), undefined)
})
