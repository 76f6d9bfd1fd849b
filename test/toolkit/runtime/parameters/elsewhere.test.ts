import t from 'tap'
import { checkRows, checkTypes, type Row } from './table.js'

const INT64 = { type: 'integer', format: 'int64' }
const strings = { type: 'array', items: { type: 'string' } }
const ints = { type: 'array', items: { type: 'integer' } }
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const own = (name: string, value: unknown) => Object.fromEntries([[name, value]])

const p = (schema: object | undefined, more: object = {}) => ({
  name: 'p',
  in: 'path',
  schema,
  ...more,
})

const inPath = (path: string, value: unknown) => [{ path }, { params: { p: value } }] as const
const badPath = (path: string, message: RegExp) => [{ path }, message] as const

const paths: Row[] = [
  [
    'a path is decoded once, and a plus is a plus',
    [p({ type: 'string' })],
    inPath('/a+b', 'a+b'),
    inPath('/%2541', '%41'),
    inPath('/%E2%82%AC%2F%3F%23', '€/?#'),
    inPath('/a?p=b', 'a'),
  ],
  [
    'lists in paths are divided before they are decoded',
    [p(strings)],
    inPath('/a%2Cb,c', ['a,b', 'c']),
    inPath('/a', ['a']),
  ],
  ['lists of numbers in paths', [p(ints)], inPath('/1%2C2', [1, 2])],
  [
    'labels',
    [p(strings, { style: 'label', explode: true })],
    inPath('/.a%2Eb.c', ['a.b', 'c']),
    badPath('/a', /: path\.p must begin with \.\.$/),
  ],
  [
    'commas divide a label that has dots, too',
    [p(strings, { style: 'label' })],
    inPath('/.a.b,c', ['a.b', 'c']),
  ],
  ['label numbers', [p({ type: 'number' }, { style: 'label' })], inPath('/.1.5', 1.5)],
  [
    'matrices',
    [p(ints, { style: 'matrix', explode: true })],
    inPath('/;p=1;p=2', [1, 2]),
    badPath('/;q=1', /: path\.p must be written as ;p=\.$/),
    badPath('/1', /: path\.p must begin with ;\.$/),
  ],
  [
    'objects in paths',
    [p({ type: 'object', additionalProperties: INT64 }, { explode: true })],
    inPath('/a%2Cb=1,c=9007199254740993', { 'a,b': 1n, c: 2n ** 53n + 1n }),
    badPath('/a', /: path\.p must be object\.$/),
    badPath('/a=1,a=2', /: path\.p must be given once: it is one value, and no list\.$/),
  ],
  [
    'matrix objects',
    [p({ type: 'object', properties: { a: INT64 } }, { style: 'matrix', explode: true })],
    inPath('/;a=1', { a: 1n }),
    inPath('/;p=%7B%22a%22:1%7D', { a: 1n }),
  ],
  [
    'matrix objects with a member of the same name',
    [p({ type: 'object', properties: { a: INT64, p: INT64 } }, { style: 'matrix', explode: true })],
    inPath('/;a=1;p=2', { a: 1n, p: 2n }),
    inPath('/;p=2', { p: 2n }),
  ],
  [
    'JSON in paths',
    [p(undefined, json({ type: 'array', items: INT64 }))],
    inPath('/%5B9007199254740993%5D', [2n ** 53n + 1n]),
    inPath('/[1]', [1n]),
    badPath('/[', /: path\.p must be JSON: the text is not valid JSON\b.*\.$/),
  ],
]

const h = (schema: object | undefined, more: object = {}) => ({
  name: 'X-H',
  in: 'header',
  schema,
  ...more,
})

const inHeader = (text: string | string[], value: unknown) =>
  [{ headers: { 'x-h': text } }, { headers: { 'x-h': value } }] as const
const badHeader = (text: string | string[], message: RegExp) =>
  [{ headers: { 'x-h': text } }, message] as const

const headers: Row[] = [
  [
    'headers are what they are',
    [h({ type: 'string' })],
    inHeader('a%20+b', 'a%20+b'),
    inHeader('a, b', 'a, b'),
    [{}, { headers: {} }],
    badHeader(['a', 'b'], /: header\.x-h must be given once: it is one value, and no list\.$/),
  ],
  [
    'lists in headers (RFC 9110, section 5.6.1)',
    [h(strings)],
    inHeader(' a ,, b,', ['a', 'b']),
    inHeader(['a', 'b,c'], ['a', 'b', 'c']),
    inHeader('"a,b", c', ['"a,b"', 'c']),
    inHeader('W/"a\\",b",c', ['W/"a\\",b"', 'c']),
    inHeader('"a,b', ['"a,b']),
    inHeader('', []),
  ],
  [
    'objects in headers',
    [h({ type: 'object', properties: { a: INT64 } }, { explode: true })],
    inHeader('a=1, b=x=y, c', { a: 1n, b: 'x=y', c: '' }),
    inHeader('', {}),
  ],
  [
    'lists of names and values',
    [h({ type: 'object', properties: { a: INT64 } })],
    inHeader('a, 1', { a: 1n }),
  ],
  [
    'one or many',
    [h({ anyOf: [{ type: 'integer' }, ints] })],
    inHeader('1', 1),
    inHeader('1, 2', [1, 2]),
  ],
  [
    'JSON in headers',
    [h(undefined, json({ type: 'object', properties: { a: INT64 } }))],
    inHeader('{"a": 1}', { a: 1n }),
    badHeader('{', /: header\.x-h must be JSON: the text is not valid JSON\b.*\.$/),
    badHeader(['{}', '{}'], /: header\.x-h must be given once: it is one value, and no list\.$/),
  ],
]

const c = (schema: object | undefined, more: object = {}) => ({
  name: 'c',
  in: 'cookie',
  schema,
  ...more,
})

const inCookie = (cookie: string, value: unknown) =>
  [{ headers: { cookie } }, { cookies: { c: value } }] as const
const badCookie = (cookie: string, message: RegExp) => [{ headers: { cookie } }, message] as const

const cookies: Row[] = [
  [
    'cookies (RFC 6265, sections 4.2 and 5.4)',
    [c({ type: 'string' })],
    inCookie('c=1', '1'),
    inCookie('a=0;c=1;  d=2', '1'),
    inCookie('c="1"', '1'),
    inCookie('c="', '"'),
    inCookie('c=1; c=2', '1'),
    inCookie('c=a=b&c', 'a=b&c'),
    inCookie('c=a%20b+c', 'a b+c'),
    inCookie('c=a bé', 'a bé'),
    [{ headers: { cookie: 'c; ; d=1' } }, { cookies: {} }],
    [{}, { cookies: {} }],
    badCookie('c=%', /: cookie\.c must be percent-encoded UTF-8\.$/),
  ],
  ['cookies as they are', [c({ type: 'string' }, { style: 'cookie' })], inCookie('c=%20%', '%20%')],
  [
    'exact cookies',
    [c(INT64)],
    inCookie('c=9007199254740993', 2n ** 53n + 1n),
    badCookie('c=x', /: cookie\.c must be int64\.$/),
  ],
  [
    'lists in cookies',
    [c(ints, { explode: false })],
    inCookie('c=1,2', [1, 2]),
    inCookie('c=1%2C2', [1, 2]),
  ],
  ['exploded cookies', [c(ints)], inCookie('c=1&c=2; c=3', [1, 2, 3]), inCookie('c=1&d', [1])],
  [
    'objects in cookies',
    [c({ type: 'object', additionalProperties: INT64 }, { style: 'cookie', explode: true })],
    inCookie('a=1; constructor=2', { a: 1n, ...own('constructor', 2n) }),
    inCookie('=3; a=1', { ...own('', 3n), a: 1n }),
    [{ headers: { cookie: 'x' } }, { cookies: {} }],
  ],
  [
    'JSON in cookies',
    [c(undefined, json({ type: 'object', properties: { a: INT64 } }))],
    inCookie('c=%7B%22a%22%3A1%7D', { a: 1n }),
    badCookie('c=%7B', /: cookie\.c must be JSON: the text is not valid JSON\b.*\.$/),
  ],
]

const whole = (
  type: string,
  schema: object,
  { encoding, ...more }: Record<string, unknown> = {},
) => ({
  name: 'all',
  in: 'querystring',
  content: { [type]: { schema, ...(encoding !== undefined && { encoding }) } },
  ...more,
})

const asWhole = (query: string, value: unknown) => [{ query }, { querystring: value }] as const
const OBJECT = { type: 'object', properties: { id: INT64, tags: strings } }
const PAIR = { type: 'object', properties: { from: INT64, to: INT64 } }
const FILTER = {
  type: 'object',
  properties: {
    tags: strings,
    ids: { type: 'array', items: INT64 },
    range: PAIR,
    sort: { type: 'string' },
    at: OBJECT,
    n: INT64,
    plain: OBJECT,
  },
  additionalProperties: INT64,
}

const FORM = 'application/x-www-form-urlencoded'

const wholes: Row[] = [
  [
    'a query that is JSON',
    [whole('application/json', OBJECT)],
    asWhole('?%7B%22id%22%3A9007199254740993%7D', { id: 2n ** 53n + 1n }),
    asWhole('?{"tags":["a+b"]}', { tags: ['a+b'] }),
    asWhole('', undefined),
    asWhole('?', undefined),
    [{ query: '?[]' }, /: query must be object\.$/],
    [{ query: '?{"id":"a"}' }, /: query\/id must be int64\.$/],
    [{ query: '?%' }, /: query must be percent-encoded UTF-8\.$/],
    [{ query: '?a=1' }, /: query must be JSON: the text is not valid JSON\b.*\.$/],
  ],
  [
    'a query that is required',
    [whole('application/json', OBJECT, { required: true })],
    asWhole('?{}', {}),
    [{ query: '' }, /: query is required\.$/],
    [{ query: '?' }, /: query is required\.$/],
  ],
  [
    'a query that is a number, or of no type',
    [whole('text/plain', { type: 'integer' })],
    asWhole('?12', 12),
    [{ query: '?a' }, /: query must be integer\.$/],
  ],
  ['a query of no type', [whole('text/plain', {})], asWhole('?12', '12')],
  [
    'a query that is a form',
    [whole(FORM, OBJECT)],
    asWhole('?id=1&tags=a+b&tags=c&x=1', { id: 1n, tags: ['a b', 'c'], x: '1' }),
    [{ query: '?id=1&id=2' }, /: query\/id must be given once: it is one value, and no list\.$/],
    asWhole('?&', {}),
    [{ query: '?id=x' }, /: query\/id must be int64\.$/],
    [{ query: '?id=%' }, /: query\/id must be percent-encoded UTF-8\.$/],
    [{ query: '?%=1' }, /: query must be percent-encoded UTF-8\.$/],
    asWhole('?x=1&x=2', { x: ['1', '2'] }),
  ],
  [
    'a form whose members are written as encoding says',
    [
      whole(FORM, FILTER, {
        encoding: {
          tags: { style: 'pipeDelimited', explode: false },
          ids: { explode: false },
          range: { style: 'deepObject' },
          sort: { allowReserved: true },
          at: { contentType: 'application/json' },
          n: { contentType: 'application/json' },
        },
      }),
    ],
    asWhole('?tags=a|b%7Cc', { tags: ['a', 'b|c'] }),
    asWhole('?ids=1,2', { ids: [1n, 2n] }),
    asWhole('?range[from]=1&range[to]=9007199254740993', {
      range: { from: 1n, to: 2n ** 53n + 1n },
    }),
    asWhole('?sort=a+b', { sort: 'a+b' }),
    asWhole('?at=%7B%22id%22:9007199254740993%7D', { at: { id: 2n ** 53n + 1n } }),
    asWhole('?plain=%7B%22id%22:1%7D', { plain: { id: 1n } }),
    asWhole('?rest=1&ids=1', { rest: 1n, ids: [1n] }),
    [{ query: '?ids=1,x' }, /: query\/ids\/1 must be int64\.$/],
    [{ query: '?range[from]=x' }, /: query\/range\/from must be int64\.$/],
    [{ query: '?at=%7B' }, /: query\/at must be JSON: the text is not valid JSON\b.*\.$/],
    [{ query: '?ids=x&at=%7B' }, /: query\/at must be JSON: .*; query\/ids\/0 must be int64\.$/],
  ],
  [
    'a form with a default',
    [whole(FORM, { ...OBJECT, default: { id: 1 } })],
    asWhole('', { id: 1n }),
    asWhole('?id=2', { id: 2n }),
  ],
  [
    'a default that breaks its schema',
    [whole(FORM, { ...OBJECT, default: { tags: 1 } })],
    [{}, /: query\/tags must be array\.$/],
  ],
  [
    'a query that is a text',
    [whole('text/plain', { type: 'string' })],
    asWhole('?a+b%20c', 'a+b c'),
  ],
  [
    'a query that is required',
    [whole(FORM, OBJECT, { required: true })],
    [{}, /: query is required\.$/],
  ],
  [
    'a query with a default',
    [whole('application/json', { type: 'object', default: { id: 1 }, properties: { id: INT64 } })],
    asWhole('', { id: 1n }),
  ],
]

/** No type can say that such a member is not there. */
const names: Row[] = [
  [
    'names that every object has',
    [{ name: 'constructor', in: 'header', schema: { type: 'string' } }],
    [{}, { headers: {} }],
  ],
]

t.test('paths', (t) => checkRows(t, paths))
t.test('headers', (t) => checkRows(t, [...headers, ...names]))
t.test('cookies', (t) => checkRows(t, cookies))
t.test('whole queries', (t) => checkRows(t, wholes))
t.test('the types of the handler match', (t) =>
  checkTypes(t, [...paths, ...headers, ...cookies, ...wholes]),
)
