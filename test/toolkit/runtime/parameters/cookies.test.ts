import t from 'tap'
import { parseCookies } from '#toolkit/runtime/parameters/headers.js'

t.test('the pairs of a header are read, without the quotes around a value', async (t) => {
  const table: [header: string, pairs: [string, string][]][] = [
    ['', []],
    ['a=b', [['a', 'b']]],
    [
      ' a = b ;c=d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a="b"', [['a', 'b']]],
    ['a="b', [['a', '"b']]],
    ['a=b"', [['a', 'b"']]],
    ['a="', [['a', '"']]],
    ['a=""', [['a', '']]],
    ['a=', [['a', '']]],
    ['=a', [['', 'a']]],
    ['a=b=c', [['a', 'b=c']]],
    ['a; b=c; ', [['b', 'c']]],
    [
      'a=1; a=2',
      [
        ['a', '1'],
        ['a', '2'],
      ],
    ],
  ]
  for (const [header, pairs] of table) t.same(parseCookies(header), pairs, header)
})
