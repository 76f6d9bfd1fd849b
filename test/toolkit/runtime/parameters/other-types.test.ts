import t from 'tap'
import { checkRows, type Row } from './table.js'

const INT = { type: 'integer' }
const TEXT = { type: 'string' }
const kind = (name: string, v: object) => ({
  type: 'object',
  properties: { kind: { const: name }, v },
  required: ['kind', 'v'],
})
const KINDS = { oneOf: [kind('num', INT), kind('text', TEXT)] }
const many = (name: string, odd: object, even: object) => ({
  type: 'object',
  properties: {
    kind: { const: name },
    ...Object.fromEntries([...'abcdefghi'].map((each, index) => [each, index % 2 ? odd : even])),
  },
  required: ['kind'],
})
const MANY = { oneOf: [many('x', INT, TEXT), many('y', TEXT, INT)] }

const SMALL_OR_TEXT = {
  oneOf: [
    { type: 'integer', maximum: 9 },
    { type: 'string', minLength: 2 },
  ],
}
const numbers = Array.from({ length: 20 }, (_, index) => index + 1)
const smallOrText = (n: number) => (n > 9 ? String(n) : n)

const alt = (schema: object, more: object = {}) => ({ name: 'alt', in: 'query', schema, ...more })
const DEEP = { style: 'deepObject', explode: true }
const found = (value: unknown) => ({ query: { alt: value } })

const rows: Row[] = [
  [
    'a member of a deep object that looks like a number is a string where the schema has one',
    [alt(KINDS, DEEP)],
    [{ query: '?alt[kind]=text&alt[v]=5' }, found({ kind: 'text', v: '5' })],
    [{ query: '?alt[kind]=num&alt[v]=5' }, found({ kind: 'num', v: 5 })],
    [{ query: '?alt[kind]=num&alt[v]=x' }, /: query\.alt\/v must be integer\.$/],
  ],
  [
    'a member of an exploded object that looks like a number is a string where the schema has one',
    [alt(KINDS)],
    [{ query: '?kind=text&v=5' }, found({ kind: 'text', v: '5' })],
    [{ query: '?kind=num&v=5' }, found({ kind: 'num', v: 5 })],
  ],
  [
    'a member of an object in a header, a cookie or a path is a string where the schema has one',
    [
      { ...alt(KINDS, { explode: true }), in: 'header' },
      { ...alt(KINDS), in: 'cookie' },
      { ...alt(KINDS, { explode: true }), in: 'path' },
    ],
    [
      { path: '/kind=text,v=1', headers: { alt: 'kind=text,v=2', cookie: 'kind=text; v=3' } },
      {
        params: { alt: { kind: 'text', v: '1' } },
        headers: { alt: { kind: 'text', v: '2' } },
        cookies: { alt: { kind: 'text', v: '3' } },
      },
    ],
  ],
  [
    'items of a list of deep objects are read apart from each other',
    [alt({ type: 'array', items: KINDS }, DEEP)],
    [
      { query: '?alt[0][kind]=text&alt[0][v]=5&alt[1][kind]=num&alt[1][v]=5' },
      found([
        { kind: 'text', v: '5' },
        { kind: 'num', v: 5 },
      ]),
    ],
  ],
  [
    'first items of a list in brackets have their own types',
    [alt({ type: 'array', prefixItems: [TEXT, INT], items: TEXT }, DEEP)],
    [{ query: '?alt[0]=1&alt[1]=2&alt[]=3&alt[]=4' }, found(['1', 2, '3', '4'])],
  ],
  [
    'many members of which half are numbers are read by what the violations name',
    [alt(MANY, DEEP), { name: 'n', in: 'query', schema: INT }],
    [
      { query: `?alt[kind]=x&${[...'abcdefghi'].map((name) => `alt[${name}]=1`).join('&')}` },
      found({ kind: 'x', a: '1', b: 1, c: '1', d: 1, e: '1', f: 1, g: '1', h: 1, i: '1' }),
    ],
    [{ query: '?n=x&alt[kind]=y&alt[a]=1&alt[b]=1' }, /contract: query\.n must be integer\.$/],
  ],
  [
    'a long list is read as items of one type',
    [alt({ oneOf: ['integer', 'string'].map((type) => ({ type: 'array', items: { type } })) })],
    [{ query: `?${'alt=1&'.repeat(20)}alt=x` }, found([...Array(20).fill('1'), 'x'])],
  ],
  [
    'items and members that one type does not fit are read as another, however many they are',
    [
      alt({ type: 'array', items: SMALL_OR_TEXT }),
      { ...alt({ type: 'object', additionalProperties: SMALL_OR_TEXT }, DEEP), name: 'm' },
    ],
    [
      { query: `?${numbers.map((n) => `alt=${n}&m[n${n}]=${n}`).join('&')}` },
      {
        query: {
          alt: numbers.map(smallOrText),
          m: Object.fromEntries(numbers.map((n) => [`n${n}`, smallOrText(n)])),
        },
      },
    ],
  ],
  [
    'a boolean, a null and an int64 are strings where the schema has strings only',
    [
      alt(
        {
          type: 'object',
          additionalProperties: {
            anyOf: [
              { type: ['boolean', 'null'], enum: [false] },
              { type: 'integer', format: 'int64', maximum: 3 },
              { type: 'string', minLength: 2 },
            ],
          },
        },
        DEEP,
      ),
    ],
    [
      { query: '?alt[a]=true&alt[b]=null&alt[c]=12&alt[d]=false&alt[e]=2' },
      found({ a: 'true', b: 'null', c: '12', d: false, e: 2n }),
    ],
  ],
]

t.test('a refused text is read as its other types', (t) => checkRows(t, rows))
