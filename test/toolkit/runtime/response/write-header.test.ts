import t from 'tap'
import { writeHeader } from '#toolkit/runtime/response/headers.js'

const fault = (message: string) => ({ name: 'TypeError', message })

t.test('a header', async (t) => {
  const value = { k: 'a', l: undefined, m: 5n }
  const groups = { json: ['j'], exploded: ['e'] }
  const table: [name: string, value: unknown, text: string | string[]][] = [
    ['a', 'x, y', 'x, y'],
    ['a', null, ''],
    ['a', undefined, 'undefined'],
    ['a', false, 'false'],
    ['a', [], ''],
    ['a', [1, 'b;c', null], '1,b;c,'],
    ['a', value, 'k,a,m,5'],
    ['e', value, 'k=a,m=5'],
    ['j', ['é\u007f~', { a: 1 }], '["\\u00e9\\u007f~",{"a":1}]'],
    ['set-cookie', ['a=b, c', 5], ['a=b, c', '5']],
    ['Set-Cookie', 'a=b, c', 'a=b, c'],
  ]
  for (const [name, given, text] of table) t.same(writeHeader(name, given, groups), text)
  t.equal(writeHeader('e', { k: 1 }), 'k,1', 'nothing is described')
})

t.test('values that a header cannot hold', async (t) => {
  const noWay = fault('a header has no way to write this value')
  const comma = fault('an item of a list in a header has a comma')
  for (const value of [() => 1, Symbol('a'), [[1]], [{}], { a: [] }, { a: {} }]) {
    t.throws(() => writeHeader('a', value), noWay)
  }
  for (const value of [['a,b'], { 'a,b': 1 }, { a: 'b,c' }]) {
    t.throws(() => writeHeader('a', value), comma)
  }
  t.throws(() => writeHeader('Set-Cookie', [{}]), noWay)
})
