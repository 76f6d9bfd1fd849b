import t from 'tap'
import { eachPair, textsOf } from '#toolkit/runtime/parameters/url-encoding.js'
import { dividedTarget } from '#toolkit/runtime/routing/target.js'

function pairs(query: string): [string, string][] {
  const found: [string, string][] = []
  eachPair(query, (name, text) => found.push([name, text]))
  return found
}

t.test('the query of a target', async (t) => {
  for (const [url, query] of [
    ['/a', ''],
    ['/a?', ''],
    ['/a?b=c', 'b=c'],
    ['/a?b?c', 'b?c'],
    ['?b', 'b'],
    ['/a#b?c', 'b?c'],
  ] as const) {
    t.equal(dividedTarget(url, { initialConfig: {} }).query, query, url)
  }
})

t.test('names of pairs are decoded, values are not', async (t) => {
  const table: [query: string, pairs: [string, string][]][] = [
    ['', []],
    ['&', []],
    ['&&a&&', [['a', '']]],
    ['a', [['a', '']]],
    ['a=', [['a', '']]],
    ['=b', [['', 'b']]],
    ['=', [['', '']]],
    ['a=b=c', [['a', 'b=c']]],
    [
      'a&b=c',
      [
        ['a', ''],
        ['b', 'c'],
      ],
    ],
    [
      'a+%3D=b+%3D&a',
      [
        ['a =', 'b+%3D'],
        ['a', ''],
      ],
    ],
  ]
  for (const [query, expected] of table) t.same(pairs(query), expected, query)
})

t.test('the values of one name are found beside names that cannot be decoded', async (t) => {
  t.same(textsOf('a=1&b=2&%61=3&%ff=4&a&aa=5', 'a'), ['1', '3', ''])
  t.same(textsOf('', 'a'), [])
  t.throws(() => pairs('%ff=4'), { message: /UTF-8|decoded/ })
})

t.test('a query has at most ten thousand pairs', async (t) => {
  const many = 'a&'.repeat(10_000)
  t.equal(pairs(`&&${many}&&`).length, 10_000)
  const error = { keyword: 'maxProperties', message: 'must not have more than 10000 parameters' }
  t.throws(() => pairs(`${many}a`), error)
  t.throws(() => textsOf(`${many}a`, 'b'), error)
})
