import t from 'tap'
import { documentModel } from '#toolkit/generator/document-model.js'
import { parse } from '#toolkit/generator/load/source.js'
import { checkRows, documentOf, type Row } from './table.js'

const INT = { type: 'integer' }
const TEXT = { type: 'string' }
const BOOL = { type: 'boolean' }
const DEEP = { style: 'deepObject', explode: true }
const p = (schema: object, more: object = {}) => ({ name: 'p', in: 'query', schema, ...more })
const found = (value: unknown) => ({ query: { p: value } })
const object = (properties: object) => ({ type: 'object', properties })

/** A schema that is its own member, by a pointer into the document: row `index`, first parameter. */
const at = (index: number) => ({
  $ref: `#/paths/~1${index}/get/parameters/0/schema`,
})
const tree = (index: number) => ({
  ...object({
    v: INT,
    big: { type: 'integer', format: 'int64' },
    child: at(index),
    list: { type: 'array', items: at(index) },
  }),
  additionalProperties: false,
})
/** Twelve objects in each other. */
const CHAIN = Array.from({ length: 12 }).reduceRight<object>((inner) => object({ m: inner }), INT)
const brackets = (name: string, count: number) => `[${name}]`.repeat(count)
const inside = (name: string, count: number, value: unknown): unknown =>
  count === 0 ? value : { [name]: inside(name, count - 1, value) }

const rows: Row[] = [
  [
    'a schema that is inside of itself reads the texts of each level',
    [p(tree(0), DEEP)],
    [
      {
        query: `?p${brackets('child', 9)}[v]=5&p[list][0][list][1][big]=9007199254740993`,
      },
      found({
        ...(inside('child', 9, { v: 5 }) as object),
        list: [{ list: [{ big: 9007199254740993n }] }],
      }),
    ],
    [
      { query: `?p${brackets('child', 4)}[v]=x` },
      /: query\.p\/child\/child\/child\/child\/v must be integer\.$/,
    ],
    [{ query: `?p${brackets('child', 16)}[v]=5` }, /is nested too deeply\.$/],
  ],
  [
    'a schema that is inside of itself as an alternative and in allOf reads the texts of each level',
    [
      p(
        {
          oneOf: [
            { ...object({ and: { type: 'array', items: at(1) } }), required: ['and'] },
            {
              ...object({ field: TEXT, value: INT, not: { allOf: [at(1)] } }),
              required: ['field'],
            },
          ],
        },
        DEEP,
      ),
    ],
    [
      {
        query:
          '?p[and][0][not][and][0][field]=5&p[and][0][not][and][0][value]=5&p[and][0][field]=a',
      },
      found({ and: [{ field: 'a', not: { and: [{ field: '5', value: 5 }] } }] }),
    ],
  ],
  [
    'members without a name may be of the schema around them',
    [p({ type: 'object', additionalProperties: { anyOf: [INT, at(2)] } }, DEEP)],
    [{ query: '?p[a][b][c][d]=5' }, found({ a: { b: { c: { d: 5 } } } })],
  ],
  [
    'texts are read through many levels',
    [p(CHAIN, DEEP)],
    [{ query: `?p${brackets('m', 12)}=5` }, found(inside('m', 12, 5))],
  ],
  [
    'a default that is inside of itself has its int64s',
    [
      p({
        ...object({ n: { type: 'integer', format: 'int64' }, next: at(4) }),
        default: { n: 1, next: { n: 2, next: { n: 3 } } },
      }),
    ],
    [{}, found({ n: 1n, next: { n: 2n, next: { n: 3n } } })],
  ],
  [
    'a text is read as what `not` leaves, where that refuses strings',
    [p({ not: TEXT }), { ...p({ not: { anyOf: [TEXT, INT, { type: 'boolean' }] } }), name: 'q' }],
    [{ query: '?p=5&q=1.5' }, { query: { p: 5, q: 1.5 } }],
    [{ query: '?p=true&q=null' }, { query: { p: true, q: null } }],
    [{ query: '?p=x' }, /^.*: query\.p must NOT be valid\.$/],
  ],
  [
    'a text that is a number is read as one where only numbers can break a rule',
    [p({ minimum: 5 }), { ...p(object({ n: { multipleOf: 2 } }), DEEP), name: 'q' }],
    [{ query: '?p=7.5&q[n]=4' }, { query: { p: 7.5, q: { n: 4 } } }],
    [{ query: '?p=abc&q[n]=007' }, { query: { p: 'abc', q: { n: '007' } } }],
    [{ query: '?p=3' }, /: query\.p must be >= 5\.$/],
    [{ query: '?q[n]=3' }, /: query\.q\/n must be multiple of 2\.$/],
  ],
  [
    'first items have the types of all schemas that describe them',
    [
      p({ allOf: [{ type: 'array', prefixItems: [INT] }, { prefixItems: [true, BOOL] }] }),
      {
        ...p({
          anyOf: [
            { type: 'array', prefixItems: [TEXT], items: INT },
            { type: 'array', items: BOOL },
          ],
        }),
        name: 'q',
      },
    ],
    [{ query: '?p=1&p=true&q=1&q=2' }, { query: { p: [1, true], q: ['1', 2] } }],
    [{ query: '?p=1&q=true&q=false' }, { query: { p: [1], q: [true, false] } }],
    [{ query: '?p=1&p=x' }, /: query\.p\/1 must be boolean\.$/],
  ],
  [
    'names of members make an object of a value without a type',
    [p({ propertyNames: { pattern: '^a' } })],
    [{ query: '?a1=1' }, found({ a1: '1' })],
    [{ query: '?b=1' }, /query\.p/],
  ],
  [
    'an integer that a number does not hold is refused with the limit',
    [p(object({ n: INT, list: { type: 'array', items: INT } }), DEEP)],
    [{ query: '?p[n]=9007199254740993' }, /: query\.p\/n must be integer up to 2\^53\.$/],
    [{ query: '?p[list][]=-9007199254740993' }, /\/0 must be integer up to 2\^53\.$/],
    [{ query: '?p[n]=9007199254740993x' }, /\/n must be integer\.$/],
  ],
]

t.test('types of texts at any depth', (t) => checkRows(t, rows))

t.test('a parameter with too many schemas inside is a warning', (t) => {
  const names = [...'abcdefghij']
  const level = (index: number) => {
    const $ref = `#/paths/~10/get/parameters/${index + 1}/schema`
    const inner = index === 4 ? INT : { $ref }
    return {
      ...p(object(Object.fromEntries(names.map((name) => [name, inner])))),
      name: `p${index}`,
    }
  }
  const text = documentOf([['wide', [0, 1, 2, 3, 4].map(level)]])
  const { warnings } = documentModel(parse('a.json', text))
  t.match(
    warnings.map(({ message, pointer }) => `${pointer} ${message}`),
    [0, 1].map(
      (index) =>
        `#/paths/~10/get/parameters/${index} its texts have the types of over 10000 schemas: those more than 3 deep inside are read as strings, so that a number there is refused`,
    ),
  )
  t.end()
})
