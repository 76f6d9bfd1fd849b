import t from 'tap'
import {
  replacedAt,
  shownPath,
  withMember,
  withoutMember,
} from '#toolkit/conformance/values/path.js'
import { rulesAt } from '#toolkit/conformance/values/place.js'
import { shown } from '#toolkit/conformance/values/shown.js'
import {
  jsonText,
  looseJsonText,
  NumberToken,
  readBack,
  withoutTokens,
} from '#toolkit/conformance/values/token.js'
import { contractOf } from '../helpers/documents.js'

t.test('a part of a value is replaced, whatever its name', async (t) => {
  const value = { a: [{ b: 1 }, 2], c: 3 }
  t.same(replacedAt(value, ['a', 0, 'b'], 9), { a: [{ b: 9 }, 2], c: 3 })
  t.same(replacedAt(value, [], 9), 9)
  t.same(value, { a: [{ b: 1 }, 2], c: 3 })
  t.same(Object.keys(withMember({ a: 1 }, '__proto__', 2)), ['a', '__proto__'])
  t.same(withoutMember({ a: 1, b: 2 }, 'a'), { b: 2 })
})

t.test('numbers are written as they are', async (t) => {
  const value = { a: [new NumberToken('1e400'), 1n], b: null, c: new NumberToken(2n ** 53n + 1n) }
  t.equal(jsonText(value), '{"a":[1e400,1],"b":null,"c":9007199254740993}')
  t.same(readBack({ c: new NumberToken('1.0'), d: new NumberToken('9007199254740993') }), {
    c: 1,
    d: 9007199254740993n,
  })
  t.same(withoutTokens(value), { a: ['1e400', 1n], b: null, c: '9007199254740993' })
  t.throws(() => jsonText('\ud800'), TypeError)
  t.equal(
    looseJsonText({ '\ud800': ['\ud800', 2n ** 64n, null] }),
    '{"\\ud800":["\\ud800",18446744073709551616,null]}',
  )
})

t.test('paths and values are shown in short', async (t) => {
  t.equal(shownPath(['a', 0, 'b'], 'it'), 'a[0].b')
  t.equal(shownPath([], 'it'), 'it')
  t.equal(shown(new NumberToken('1e9')), '1e9')
  t.equal(shown('x'.repeat(199)).length, 121)
  t.equal(shown(undefined), 'nothing')
  t.equal(shown({ a: [2n ** 64n, new NumberToken('1e400')] }), '{"a":[18446744073709551616,1e400]}')
  t.equal(shown(2n ** 64n), '18446744073709551616')
  t.equal(shown('x'.repeat(118)), `"${'x'.repeat(118)}"`)
})

t.test('the dependent schemas of a place are those of members that it has', async (t) => {
  const contract = contractOf({})
  const schema = { dependentSchemas: { a: { minProperties: 1 }, b: { minProperties: 2 } } }
  const root = { schema, pointer: '#' }
  const pointers = (value: unknown) => rulesAt(contract, root, value).map(({ pointer }) => pointer)
  t.same(pointers({ a: 1 }), ['#', '#/dependentSchemas/a'])
  t.same(pointers({ b: 1 }), ['#', '#/dependentSchemas/b'])
  t.same(pointers({}), ['#'])
  t.same(pointers(null), ['#'])
})
