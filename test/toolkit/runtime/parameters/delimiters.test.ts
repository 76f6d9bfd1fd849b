import t from 'tap'
import { DELIMITERS, HEADER_DELIMITERS } from '#toolkit/runtime/parameters/delimiters.js'

type Style = keyof typeof DELIMITERS

t.test('each style splits encoded strings', async (t) => {
  const table: [style: Style, text: string, texts: string[], others?: string[]][] = [
    ['simple', 'a', ['a']],
    ['simple', 'a,b', ['a', 'b']],
    ['simple', '1%2C2', ['1%2C2'], ['1', '2']],
    ['form', 'a,,b', ['a', '', 'b']],
    ['matrix', 'a,b', ['a', 'b']],
    ['cookie', 'a,b', ['a', 'b']],
    ['label', 'a', ['a']],
    ['label', 'a,b', ['a', 'b']],
    ['label', 'a.b', ['a', 'b']],
    ['label', 'a.b,c', ['a.b', 'c']],
    ['label', '1%2C2', ['1%2C2'], ['1', '2']],
    ['spaceDelimited', 'a%20b+c,d', ['a', 'b', 'c,d']],
    ['tabDelimited', 'a%09b+c', ['a', 'b+c']],
    ['pipeDelimited', 'a|b', ['a', 'b']],
    ['pipeDelimited', 'a%7Cb%7cc', ['a', 'b', 'c']],
    ['pipeDelimited', 'a|b%7Cc', ['a', 'b%7Cc']],
  ]
  for (const [style, text, texts, others = texts] of table) {
    t.same(DELIMITERS[style]?.(text, true), texts, `${style} ${text}`)
    t.same(DELIMITERS[style]?.(text, false), others, `${style} ${text}, no texts`)
  }
  t.equal(DELIMITERS.deepObject, undefined)
})

t.test('headers are split without decoding', async (t) => {
  const table: [style: Style, text: string, texts: string[]][] = [
    ['simple', '', []],
    ['simple', ' a ,, b\t,', ['a', 'b']],
    ['simple', 'a%2Cb', ['a%2Cb']],
    ['simple', '"a,b", c"d,e"f', ['"a,b"', 'c"d,e"f']],
    ['simple', '"a\\",b",c', ['"a\\",b"', 'c']],
    ['simple', '"a,b', ['"a,b']],
    ['spaceDelimited', 'a b%20c', ['a', 'b%20c']],
    ['tabDelimited', 'a\tb c', ['a', 'b c']],
    ['pipeDelimited', 'a|b,c', ['a', 'b,c']],
  ]
  for (const [style, text, texts] of table) {
    t.same(HEADER_DELIMITERS[style]?.(text, true), texts, `${style} ${text}`)
  }
  t.same(Object.keys(HEADER_DELIMITERS).length, 4)
})
