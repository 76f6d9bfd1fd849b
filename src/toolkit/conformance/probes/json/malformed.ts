/** Bytes in place of a JSON body. */
export interface JsonCase {
  /** What the body is or has, after `the body`. */
  readonly told: string
  readonly bytes: Buffer
}

const utf8 = (told: string, text: string): JsonCase => ({ told, bytes: Buffer.from(text) })

/**
 * Texts that are no JSON (RFC 8259, sections 2 to 7), made of one that is: whoever reads them has a parser that is
 * no JSON parser, or none at all.
 *
 * @param text - An object or an array without white space.
 * @param isClosed - True where no member may be added: what is wrong then has the name of one that follows, and counts.
 */
export function malformedTexts(text: string, isClosed = false): readonly JsonCase[] {
  const [open, close] = [text.slice(0, 1), text.slice(-1)]
  const inside = text.slice(1, -1)
  const isObject = open === '{'
  const [name] = (isClosed && /^"(?:[^"\\]|\\.)*":/.exec(inside)) || []
  const member = isObject ? '"z":' : ''
  const comma = inside === '' ? '' : ','
  const added = (value: string) => `${open}${inside}${comma}${member}${value}${close}`
  const also = (value: string) =>
    name === undefined ? added(value) : `${open}${name}${value},${inside}${close}`
  const form = formOf(text)
  return [
    utf8('is cut at its end', text.slice(0, -1)),
    utf8('is cut in the middle', text.slice(0, Math.max(1, Math.floor(text.length / 2)))),
    utf8('is white space only', ' \n\t'),
    utf8('has a comma before its end', `${open}${inside},${close}`),
    utf8('has a word after its end', `${text}x`),
    utf8('is two values', `${text}${text}`),
    utf8('is two values on two lines', `${text}\n${text}`),
    utf8('has a bracket more', `${text}${close}`),
    utf8('has single quotes', also("'a'")),
    utf8('has a comment', `${open}/* c */${inside}${close}`),
    utf8('has a comment at its end', `${text} // c`),
    utf8('has a comment that a line break ends', `${open}// c\n${inside}${close}`),
    utf8('has a comment that a hash begins', `${open}# c\n${inside}${close}`),
    // Python's parser takes these (RFC 8259, section 9, lets it), and drops the one whose name follows again.
    utf8('has NaN', added('NaN')),
    utf8('has Infinity', added('-Infinity')),
    utf8('has undefined', also('undefined')),
    utf8('has the None of Python', also('None')),
    utf8('has a number with a leading zero', also('01')),
    utf8('has a number with a plus', also('+1')),
    utf8('has a number without digits before the point', also('.5')),
    utf8('has a number without digits after the point', also('5.')),
    utf8('has a hexadecimal number', also('0x10')),
    utf8('has a bigint literal', also('1n')),
    utf8('has a line break in a string', also('"a\nb"')),
    utf8('has a tab in a string', also('"a\tb"')),
    utf8('has NUL in a string', also('"a\u0000b"')),
    utf8('has an unknown escape', also('"\\x41"')),
    utf8('has an escaped single quote', also('"\\\'"')),
    utf8('has a short escape', also('"\\u12"')),
    utf8('has a string without an end', `${open}${inside}${comma}${member}"abc${close}`),
    utf8('has a word in capitals', also('True')),
    utf8('has a space that JSON does not know', `${open}\u00a0${inside}${close}`),
    utf8('is followed by NUL', `${text}\u0000`),
    utf8('is a form', 'a=1&b=2'),
    // A form without members is no body at all.
    ...(form === '' ? [] : [utf8('is a form with the same members', form)]),
    utf8('is XML', '<a>1</a>'),
    {
      told: 'has a byte after its end that is no UTF-8',
      bytes: Buffer.concat([Buffer.from(text), Buffer.from([0xe5])]),
    },
    utf8('is arrays without an end, 100,000 deep', '['.repeat(100_000)),
    ...(isObject
      ? [
          utf8('has a name without quotes', `{${inside}${comma}z:1}`),
          utf8('has no colon after a name', `{${inside}${comma}"z" 1}`),
          utf8('has no comma between members', `{"y":1 "z":1${comma}${inside}}`),
          utf8('has two commas', `{${inside}${comma}"y":1,,"z":1}`),
          utf8('has a name without a value', `{${inside}${comma}"z":}`),
        ]
      : [utf8('has two commas', `[${inside},,1]`)]),
    ...changedInPlace(text),
  ]
}

/** The members of an object as a form, as far as they are plain. */
function formOf(text: string): string {
  const plain = Object.entries(JSON.parse(text)).filter(([, value]) => typeof value !== 'object')
  return plain.map((pair) => pair.map(String).map(encodeURIComponent).join('=')).join('&')
}

/** Wrong texts of what is there: a schema that is closed refuses a member more, whatever is wrong with its text. */
function changedInPlace(text: string): readonly JsonCase[] {
  const inString = (before: string) =>
    text.replace(/:"([^"\\])((?:[^"\\]|\\.)*)"/, (_, first, rest) => `:"${first}${before}${rest}"`)
  const inNumber = (change: (digits: string) => string) =>
    text.replace(/:(\d+)(?=[,}\]])/, (_, digits) => `:${change(digits)}`)
  const cases = [
    utf8('has its strings in single quotes', text.replaceAll('"', "'")),
    utf8('has its first name without quotes', text.replace(/^\{"(\w+)":/, '{$1:')),
    utf8('has two commas between its members', text.replace(/,(?="\w+":)/, ',,')),
    utf8('has no comma between two of its members', text.replace(/,(?="\w+":)/, ' ')),
    utf8('has a line break in one of its strings', inString('\n')),
    utf8('has a tab in one of its strings', inString('\t')),
    utf8('has NUL in one of its strings', inString('\0')),
    utf8('has an unknown escape in one of its strings', inString('\\x41')),
    utf8('has an escaped single quote in one of its strings', inString("\\'")),
    utf8(
      'has one of its numbers with a leading zero',
      inNumber((digits) => `0${digits}`),
    ),
    utf8(
      'has one of its numbers with a plus',
      inNumber((digits) => `+${digits}`),
    ),
    utf8(
      'has one of its numbers with a point at its end',
      inNumber((digits) => `${digits}.`),
    ),
  ]
  return cases.filter(({ bytes }) => bytes.toString() !== text)
}

/** Texts of which RFC 8259 lets a reader choose: it may refuse them, and may not fail. */
export function openTexts(text: string): readonly JsonCase[] {
  const cut = text.slice(0, -1)
  const comma = text.length > 2 ? ',' : ''
  if (!text.startsWith('{')) return []
  const also = (value: string | Buffer) =>
    Buffer.concat([
      Buffer.from(`${cut}${comma}"z":`),
      Buffer.from(value as string),
      Buffer.from('}'),
    ])
  const deep = 20_000
  return [
    utf8('begins with a mark of byte order', `\ufeff${text}`),
    // It was JSON once (RFC 7159, section 8.1), and some parsers find it out by themselves.
    { told: 'is UTF-16', bytes: Buffer.from(`\ufeff${text}`, 'utf16le') },
    { told: 'is UTF-16 without a mark', bytes: Buffer.from(text, 'utf16le') },
    {
      told: 'has a text that is no UTF-8',
      bytes: also(Buffer.from([0x22, 0x61, 0xe9, 0x62, 0x22])),
    },
    { told: 'has an overlong text', bytes: also(Buffer.from([0x22, 0xc0, 0xaf, 0x22])) },
    { told: 'has a lone surrogate', bytes: also('"\\ud800"') },
    { told: 'has two surrogates in the wrong order', bytes: also('"\\udd1e\\ud834"') },
    { told: `has arrays ${deep} deep`, bytes: also(`${'['.repeat(deep)}${']'.repeat(deep)}`) },
    {
      told: `has objects ${deep} deep`,
      bytes: also(`${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`),
    },
    { told: 'has a member whose name is empty', bytes: Buffer.from(`${cut}${comma}"":1}`) },
    {
      told: 'has 10,000 members of one name',
      bytes: Buffer.from(`${cut}${',"k":0'.repeat(10_000).slice(comma === '' ? 1 : 0)}}`),
    },
    { told: 'has a number of 40,000 digits', bytes: also('9'.repeat(40_000)) },
    { told: 'has `__proto__`', bytes: Buffer.from(`${cut}${comma}"__proto__":{"polluted":true}}`) },
    {
      told: 'has `constructor`',
      bytes: Buffer.from(`${cut}${comma}"constructor":{"prototype":{"polluted":true}}}`),
    },
  ]
}

/** The same value in other texts: a reader may not tell them apart. */
export function equalTexts(text: string): readonly JsonCase[] {
  return [
    utf8('has white space around it', ` \n\t\r${text}\r\n `),
    utf8(
      'has white space inside',
      text.replace(/^([{[])/, '$1 \n\t').replace(/([}\]])$/, ' \r\n$1'),
    ),
    utf8(
      'has its names escaped',
      text.replace(
        /^(\{")([a-z])/i,
        (_, open, letter) => `${open}\\u00${letter.charCodeAt(0).toString(16)}`,
      ),
    ),
    utf8('has all letters and slashes escaped', text.replace(/"(?:[^"\\]|\\.)*"/g, escaped)),
  ]
}

/** A string with escapes for what needs none: PHP escapes each slash. */
function escaped(string: string): string {
  return string.replace(/\\u.{4}|\\.|[a-z/\u0080-\uffff]/gi, (each) => {
    if (each.length > 1) return each
    return each === '/' ? '\\/' : `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
