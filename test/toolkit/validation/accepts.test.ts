import t from 'tap'
import { guarded } from '#toolkit/regex/linear/matcher.js'
import { accepts } from '#toolkit/validation/validator.js'

t.test('a value that takes too long to check is refused', async (t) => {
  const pattern = guarded('^(b)\\1+$', 'u', 3)
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
