import t from 'tap'
import { shownPath } from '#toolkit/conformance/values/path.js'
import { rulesAt } from '#toolkit/conformance/values/place.js'
import { shown } from '#toolkit/conformance/values/shown.js'
import { NumberToken } from '#toolkit/conformance/values/token.js'
import { contractOf } from '../helpers/documents.js'

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
