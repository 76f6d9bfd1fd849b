import t from 'tap'
import { parseJson } from '#toolkit/runtime/json/parse.js'
import { JsonSyntaxError } from '#toolkit/runtime/json/syntax-error.js'

const utf8 = (text: string) => Buffer.from(text)

/** A text beside a number that is replaced while the platform parses it. */
const besideNumber = (text: string) => `[1e0,${text}]`

/** Every row alone, and beside such a number. */
const texts = (text: string) => [text, besideNumber(text)].map(utf8)

const refused: [name: string, message: string, bytes: Buffer[]][] = [
  ['nothing', 'the text is not valid JSON', ['', ' '].map(utf8)],
  ['a comma too many', 'the text is not valid JSON', texts('[1,]')],
  ['a member without a name', 'the text is not valid JSON', texts('{1:2}')],
  ['a string without an end', 'the text is not valid JSON', texts('"a')],
  ['an unknown escape', 'the text is not valid JSON', texts('"\\x41"')],
  ['a raw control character', 'the text is not valid JSON', texts('"\u0001"')],
  ['a byte order mark', 'the text is not valid JSON', texts('\ufeff1')],
  ['UTF-16', 'the text is not valid JSON', [Buffer.from('{}', 'utf16le')]],
  ['a stray byte', 'the text is not valid UTF-8', [Buffer.from('"\x80"', 'latin1')]],
  [
    'a surrogate as UTF-8',
    'the text is not valid UTF-8',
    [Buffer.from('"\xed\xa0\x80"', 'latin1')],
  ],
  ['a lone surrogate', 'a string has a lone surrogate', texts('"\\ud800"')],
  ['a lone surrogate in a name', 'a string has a lone surrogate', texts('{"\\ud800":1}')],
  ['a member twice', 'an object has a member twice', texts('{"a":1,"a":2}')],
  ['a member twice, once escaped', 'an object has a member twice', texts('{"a":1,"\\u0061":2}')],
  ['a member twice, deep', 'an object has a member twice', texts('[{"b":{"a":{},"a":{}}}]')],
  ['a member twice, one lost', 'an object has a member twice', texts('{"a":{"b":"c"},"a":1}')],
  ['__proto__ twice', 'an object has a member twice', texts('{"__proto__":1,"__proto__":2}')],
]

function refusalOf(text: string): string {
  try {
    parseJson(utf8(text))
    return 'accepted'
  } catch (error) {
    return (error as Error).message
  }
}

for (const [name, message, rows] of refused) {
  t.test(`${name} is refused`, async (t) => {
    for (const bytes of rows) t.throws(() => parseJson(bytes), { name: 'JsonSyntaxError', message })
  })
}

t.test('a text that is no JSON is told with the place that the platform tells', async (t) => {
  const table = [
    ['{"a":1', ': it ends too early'],
    ['"a', ': it ends too early'],
    ['', ': it ends too early'],
    ['{"a":1,}', ' at line 1, column 8'],
    ['{\n  "a": 1\n  "b": 2\n}', ' at line 3, column 3'],
    ['{"é": é}', ''],
    ['[12345678901234567890x]', ''],
    ['[--12345678901234567890]', ''],
    ['{} {}', ' at line 1, column 4'],
    ["{'a': 1}", ' at line 1, column 2'],
  ] as const
  for (const [text, place] of table) {
    const message = `the text is not valid JSON${place}`
    t.equal(refusalOf(text), message, text)
  }
})

t.test('members with names of Object.prototype are ordinary members', async (t) => {
  const text =
    '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},"toString":1}'
  for (const value of [
    parseJson(utf8(text)),
    (parseJson(utf8(besideNumber(text))) as [1, unknown])[1],
  ]) {
    t.equal(Object.getPrototypeOf(value), Object.prototype)
    t.same(Object.keys(value as object), ['__proto__', 'constructor', 'toString'])
    t.equal(JSON.stringify(value), text)
  }
  t.notOk('admin' in {}, 'Object.prototype is clean')
})

t.test('256 objects and arrays may be nested', async (t) => {
  const innermost = ['[]', '{}', '[1]', '[1e0]', '["\\n"]', '{"b":1}', '{"b":"\\n"}']
  for (const inner of innermost) {
    for (const [open, close] of Object.entries({ '[': ']', '{"a":': '}' })) {
      const nested = (depth: number) => open.repeat(depth - 1) + inner + close.repeat(depth - 1)
      t.doesNotThrow(() => parseJson(utf8(nested(256))), `${open} ${inner}`)
      t.throws(() => parseJson(utf8(nested(257))), { message: 'the text is nested too deeply' })
    }
  }
})

t.test('the deepest text takes neither stack nor time', async (t) => {
  for (const text of ['['.repeat(500_000), '{"a":'.repeat(200_000), '[1e0,'.repeat(200_000)])
    t.throws(() => parseJson(utf8(text)), JsonSyntaxError)
  const closed = `${'['.repeat(500_000)}${']'.repeat(500_000)}`
  t.throws(() => parseJson(utf8(closed)), { message: 'the text is nested too deeply' })
})
