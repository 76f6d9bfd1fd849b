import type { InjectOptions } from 'fastify'
import { formats } from '#toolkit/validation/formats.js'
import { objectOf } from '../../helpers/rows.js'
import { EXPONENTIAL, POLYNOMIAL } from '../../toolkit/regex/samples.js'

/** A request that is about so many bytes long. */
export type Make = (length: number) => InjectOptions

const HOSTILE = [...EXPONENTIAL, ...POLYNOMIAL]

const FORMATS = Object.keys(formats)

/** Schemas by name, each with a keyword that may cost more than it should. */
export const SCHEMAS: Readonly<Record<string, unknown>> = {
  ...objectOf(`
    any: {}
    uniqueItems: { type: array, uniqueItems: true, items: { $ref: '#/components/schemas/uniqueOrNot' } }
    uniqueOrNot: { anyOf: [{ $ref: '#/components/schemas/uniqueItems' }, { type: [string, number, object] }] }
    enumOf: { type: array, items: { enum: [${Array.from({ length: 50 }, (_, n) => `v${n}`)}] } }
    contains: { type: array, contains: { const: b }, maxContains: 3 }
    pattern: { type: string, pattern: '^(a+)+$' }
    patternInside: { type: string, pattern: '(a|b|ab)*c' }
    propertyNames: { type: object, propertyNames: { pattern: '^(\\w+\\s?)+$' } }
    patternProperties: { type: object, patternProperties: { '(x+x+)+y': { type: integer } } }
    closed: { type: object, properties: { a: {} }, additionalProperties: false }
    lengths: { type: string, minLength: 2, maxLength: 10000000 }
    multipleOf: { type: number, multipleOf: 7 }
    integer: { type: integer, minimum: 5 }
    int64: { type: array, items: { type: integer, format: int64 } }
    oneOf: { oneOf: [{ type: array, items: { $ref: '#/components/schemas/oneOf' } }, { type: integer }, { type: string }] }
    unevaluated:
      type: [object, array]
      properties: { a: { $ref: '#/components/schemas/unevaluated' } }
      prefixItems: [{ $ref: '#/components/schemas/unevaluated' }]
      patternProperties: { ^b: {} }
      unevaluatedProperties: false
      unevaluatedItems: { type: integer }
    conditions:
      type: array
      items: { anyOf: [{ $ref: '#/components/schemas/conditions' }, { type: integer }] }
      if: { minItems: 1 }
      then: { contains: true }
      else: { maxItems: 5 }
    dependent: { type: object, dependentRequired: { a: [b] }, dependentSchemas: { a: { minProperties: 1 } } }
  `),
  ...Object.fromEntries(
    HOSTILE.map(([pattern], index) => [`hostile-${index}`, { type: 'string', pattern }]),
  ),
  ...Object.fromEntries(FORMATS.map((format) => [`format-${format}`, { type: 'string', format }])),
}

const send = (name: string, payload: string): InjectOptions => ({
  method: 'POST',
  url: `/${name}`,
  headers: { 'content-type': 'application/json' },
  payload,
})

const media = (type: string, payload: string): InjectOptions => ({
  ...{ method: 'POST', url: '/media', headers: { 'content-type': type }, payload },
})

const again = (text: string, length: number) => text.repeat(Math.ceil(length / text.length))
const count = (length: number, each: number) => Array.from({ length: Math.ceil(length / each) })
const list = (length: number, item: string) =>
  `[${count(length, item.length + 1)
    .fill(item)
    .join()}]`
const numbered = (length: number, item: (n: number) => string) =>
  count(length, item(1000).length + 1).map((_, n) => item(n))

/** As deep as bodies may be, with something that is long in the middle. */
const deep = (middle: string, open = '[', close = ']') =>
  open.repeat(200) + middle + close.repeat(200)

const NEARLY = [
  ...['a', 'a.', 'a@', '1', '1:', ':', '/', '%41'],
  ...['-', '=', '{a}', '~0', 'P1', '\\\\', '('],
]

export const bodies: Readonly<Record<string, Make>> = {
  'unique items in unique items': (n) => send('uniqueItems', deep(`"${again('a', n)}"`)),
  'unique items that are long lists': (n) =>
    send('uniqueItems', deep(numbered(n, (i) => `[${i}]`).join())),
  'unique items that are alike': (n) =>
    send('uniqueItems', `[${numbered(n, (i) => `{"a":"aaaaaaaaaaaaaaaaaa","b":${i}}`)}]`),
  'items of an enum': (n) => send('enumOf', list(n, '"v49"')),
  'items that contain nothing': (n) => send('contains', list(n, '"a"')),
  'items that contain too much': (n) => send('contains', list(n, '"b"')),
  'a pattern that nearly matches': (n) => send('pattern', `"${again('a', n)}!"`),
  'a pattern that matches nowhere': (n) => send('patternInside', `"${again('ab', n)}"`),
  'a name of a member': (n) => send('propertyNames', `{"${again('a', n)}!":1}`),
  'names of members': (n) => send('propertyNames', `{${numbered(n, (i) => `"a${i} !":1`)}}`),
  'a name that a pattern may take': (n) => send('patternProperties', `{"${again('x', n)}":1}`),
  'members that are not named': (n) => send('closed', `{${numbered(n, (i) => `"m${i}":1`)}}`),
  'a text of surrogate pairs': (n) => send('lengths', `"${again('\u{1f600}', n / 2)}"`),
  'a text of escapes': (n) => send('lengths', `"${again('\\u00e9', n)}"`),
  int64s: (n) => send('int64', list(n, '9007199254740993')),
  'small int64s': (n) => send('int64', list(n, '1')),
  'alternatives below each other': (n) => send('oneOf', deep(list(n, '1'))),
  'unevaluated members below each other': (n) =>
    send('unevaluated', deep(`{${numbered(n, (i) => `"b${i}":1`)}}`, '{"a":', '}')),
  'unevaluated items below each other': (n) => send('unevaluated', deep(list(n, '1'))),
  'conditions below each other': (n) => send('conditions', deep(list(n, '1'))),
  'dependent members': (n) => send('dependent', `{"a":1,${numbered(n, (i) => `"m${i}":1`)}}`),
  'too deep': (n) => send('any', again('[', n)),
  'too deep, of members': (n) => send('any', again('{"a":', n)),
  'digits of an integer': (n) => send('integer', `-${again('1', n)}`),
  'digits of a multiple': (n) => send('multipleOf', again('7', n)),
  'digits of an int64': (n) => send('int64', `[${again('1', n)}]`),
  'digits of a fraction': (n) => send('multipleOf', `1.${again('1', n)}`),
  'digits of an exponent': (n) => send('integer', `1e${again('1', n)}`),
  'zeros of an integer': (n) => send('integer', `1.${again('0', n)}`),
  'white space': (n) => send('any', again(' ', n)),
  'a list of nothing': (n) => send('any', list(n, '[]')),
  members: (n) => send('any', `{${numbered(n, (i) => `"m${i}":1`)}}`),
  'members twice': (n) => send('any', `{${numbered(n, (i) => `"m${i % 9}":1`)}}`),
  'names of escapes': (n) => send('any', `{${numbered(n, (i) => `"\\u0061${i}":1`)}}`),
  'no end': (n) => send('any', `"${again('a', n)}`),
  'what ends early': (n) => send('any', `${list(n, '"a"')}]`),
  'a text': (n) => media('text/plain', again('é', n / 2)),
  'pairs of a form': (n) => media('application/x-www-form-urlencoded', again('a=b&', n)),
  'other pairs of a form': (n) =>
    media('application/x-www-form-urlencoded', numbered(n, (i) => `a${i}=b`).join('&')),
  'escapes of a form': (n) => media('application/x-www-form-urlencoded', `a=${again('%41', n)}`),
  'broken escapes of a form': (n) =>
    media('application/x-www-form-urlencoded', `a=${again('%', n)}`),
  parts: (n) =>
    media(
      'multipart/form-data; boundary=x',
      `${numbered(n, (i) => `--x\r\nContent-Disposition: form-data; name="${i}"\r\n\r\n`).join('\r\n')}\r\n--x--`,
    ),
  'what is nearly a boundary': (n) =>
    media(
      'multipart/form-data; boundary=xxxxxxxx',
      `--xxxxxxxx\r\nContent-Disposition: form-data; name="a"\r\n\r\n${again('\r\n--xxxxxxx', n)}`,
    ),
  'headers of a part': (n) =>
    media('multipart/form-data; boundary=x', `--x\r\n${again('A: b\r\n', n)}\r\n--x--`),
  // Fewer items: each is some promises, and what runs the tests follows them all.
  lines: (n) => media('application/jsonl', again('1\n', n / 8)),
  'a line': (n) => media('application/jsonl', again('1', n)),
  'records of a sequence': (n) => media('application/json-seq', again('\x1e1\n', n / 8)),
}

export const patterns: Readonly<Record<string, Make>> = Object.fromEntries(
  HOSTILE.map(([pattern, pump, end], index) => [
    `pattern ${pattern}`,
    (n: number) => send(`hostile-${index}`, JSON.stringify(again(pump, n) + end)),
  ]),
)

export const formatted: Readonly<Record<string, Make>> = Object.fromEntries(
  FORMATS.flatMap((format) =>
    NEARLY.map((text) => [
      `${format} of ${text}`,
      (n: number) => send(`format-${format}`, `"${again(text, n)} "`),
    ]),
  ),
)

const head = (headers: Record<string, string>, url = '/heads/a'): InjectOptions => ({
  method: 'POST',
  url,
  headers: { authorization: 'Bearer the-token', ...headers },
})

export const heads: Readonly<Record<string, Make>> = {
  'a path': (n) => head({}, `/heads/${again('a', n)}`),
  'a path of escapes': (n) => head({}, `/heads/${again('%41', n)}`),
  'a path that nearly fits a template': (n) =>
    head({}, `/template/1x2xy3-4.5!${again('1x2xy3-4.5!6', n)}`),
  'a path that fits no template': (n) => head({}, `/template/${again('x-.!', n)}`),
  'a path of slashes': (n) => head({}, `/heads${again('/', n)}`),
  'a list in the query': (n) => head({}, `/heads/a?list=${again('1,', n)}1`),
  'a list in the query of no numbers': (n) => head({}, `/heads/a?list=${again(',', n)}`),
  'a pair again and again': (n) => head({}, `/heads/a?${again('list=1&', n)}`),
  'pairs that nobody knows': (n) => head({}, `/heads/a?${numbered(n, (i) => `q${i}=1`).join('&')}`),
  'a deep object': (n) => head({}, `/heads/a?deep${again('[a]', n)}=1`),
  'a wide object': (n) => head({}, `/heads/a?${numbered(n, (i) => `deep[a${i}]=1`).join('&')}`),
  'brackets that are not closed': (n) => head({}, `/heads/a?deep${again('[', n)}=1`),
  'a list in a header': (n) => head({ 'x-list': `${again('1, ', n)}1` }),
  'quotes in a header': (n) => head({ 'x-list': again('"\\', n) }),
  cookies: (n) => head({ cookie: `${again('a=b; ', n)}c=d` }),
  'a cookie of spaces': (n) => head({ cookie: `c${again(' ', n)}=d` }),
  'a cookie of quotes': (n) => head({ cookie: `c=${again('"', n)}` }),
  'Accept: spaces': (n) => head({ accept: `text/plain;${again(' ', n)}x` }),
  'Accept: commas': (n) => head({ accept: again(',', n) }),
  'Accept: ranges': (n) => head({ accept: again('a/b;q=0.1,', n) }),
  'Accept: parameters': (n) => head({ accept: `text/plain${again(';a=b', n)}` }),
  'Accept: quotes': (n) => head({ accept: `text/plain;a="${again('\\"', n)}` }),
  'Content-Type: spaces': (n) => ({ ...media(`text/plain;${again(' ', n)}x`, 'a') }),
  'Content-Type: more spaces': (n) => ({ ...media(`text/plain${again(' ', n)}x`, 'a') }),
  'Content-Type: parameters': (n) => ({ ...media(`text/plain${again(';a=b', n)}`, 'a') }),
  'Content-Type: a boundary': (n) => ({
    ...media(`multipart/form-data; boundary=${again('a', n)}`, 'a'),
  }),
  'Authorization: spaces': (n) => head({ authorization: `Bearer${again(' ', n)}x y` }),
  'Authorization: a token': (n) => head({ authorization: `Bearer ${again('a', n)}!` }),
}
