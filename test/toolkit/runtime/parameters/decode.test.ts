import t from 'tap'
import {
  cookieDecode,
  type Decode,
  formDecode,
  notEncoded,
  percentDecode,
  Unreadable,
} from '#toolkit/runtime/parameters/url-encoding.js'

const REFUSED = undefined
const table: [text: string, ...wanted: (string | undefined)[]][] = [
  ['', '', '', ''],
  ['a-b_c.~!*()', 'a-b_c.~!*()', 'a-b_c.~!*()', 'a-b_c.~!*()'],
  ['a+b', 'a+b', 'a b', 'a+b'],
  ['a+b%2B', 'a+b+', 'a b+', 'a+b+'],
  ['%e2%82%AC', '€', '€', '€'],
  ['%25%32%35', '%25', '%25', '%25'],
  ['%', REFUSED, REFUSED, REFUSED],
  ['%4', REFUSED, REFUSED, REFUSED],
  ['%F0%9F', REFUSED, REFUSED, REFUSED],
  ['%ED%A0%BD%ED%B0%80', REFUSED, REFUSED, REFUSED],
  ['é', REFUSED, REFUSED, 'é'],
  ['a b', REFUSED, REFUSED, 'a b'],
  ['a\u007f', REFUSED, REFUSED, 'a\u007f'],
]

for (const [text, ...wanted] of table) {
  t.test(JSON.stringify(text), async (t) => {
    t.equal(notEncoded(text), text)
    for (const [index, decode] of (
      [percentDecode, formDecode, cookieDecode] as Decode[]
    ).entries()) {
      const want = wanted[index]
      if (want === REFUSED)
        t.throws(() => decode(text), new Unreadable('encoding', 'must be percent-encoded UTF-8'))
      else t.equal(decode(text), want, decode.name)
    }
  })
}
