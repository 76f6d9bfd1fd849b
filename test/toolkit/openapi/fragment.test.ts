import t from 'tap'
import { append, literalSegments, segments } from '#toolkit/openapi/json-pointer.js'

t.test('a pointer as a URI fragment', async (t) => {
  t.equal(append('#', 'a/b', '~', '%', 0), '#/a~1b/~0/%25/0')
  t.same(segments('#/a~1b/~0/%25/0'), ['a/b', '~', '%', '0'])
  t.same(segments('#/a%20b/%zz'), ['a b', '%zz'])
  t.same(segments('#/a%7E1b'), ['a/b'], 'is decoded before its tildes are read (section 6)')
  t.same(segments('#'), [])
  for (const none of ['', '#a', 'a#/b', '#/~2']) t.equal(segments(none), undefined, none)
})

t.test('a pointer that was not percent-encoded is read as it is', async (t) => {
  t.same(literalSegments('#/a%20b/~1'), ['a%20b', '/'])
  t.equal(literalSegments('a'), undefined)
})
