import t from 'tap'
import { checkRows, type Row } from './table.js'

const INT = { type: 'integer' }
const PAGE = { type: 'object', properties: { page: INT, size: INT } }
const OPEN = { type: 'object', additionalProperties: INT }

const page = (schema: object, more: object = {}) => ({ name: 'page', in: 'query', schema, ...more })
const found = (value: unknown) => ({ query: { page: value } })

const rows: Row[] = [
  [
    'an exploded object in a query has a member of its own name',
    [page(PAGE)],
    [{ query: '?page=0&size=20' }, found({ page: 0, size: 20 })],
    [{ query: '?page=3' }, found({ page: 3 })],
    [{ query: '?page=x&size=1' }, /: query\.page\/page must be integer\.$/],
    [
      { query: '?page=1&page=2' },
      /: query\.page must be given once: it is one value, and no list\.$/,
    ],
  ],
  [
    'an exploded object in a query has its own name among those that the schema does not list',
    [page(OPEN)],
    [{ query: '?page=1&b=2' }, found({ page: 1, b: 2 })],
    [{ query: '?page=x' }, /: query\.page\/page must be integer\.$/],
  ],
  [
    'a number or an exploded object with a member of its own name is an object where it has other members',
    [page({ oneOf: [{ ...PAGE, required: ['size'] }, INT] })],
    [{ query: '?page=1' }, found(1)],
    [{ query: '?page=1&size=2' }, found({ page: 1, size: 2 })],
  ],
  [
    'the name of an exploded object is free for a member of another one',
    [page({ type: 'object', properties: { size: INT } }), { ...page(PAGE), name: 'other' }],
    [{ query: '?page=1' }, { query: { other: { page: 1 } } }],
  ],
  [
    'an exploded object whose empty value is allowed has a member of its own name, too',
    [page(PAGE, { allowEmptyValue: true })],
    [{ query: '?page' }, found({})],
    [{ query: '?page=1' }, found({ page: 1 })],
  ],
  [
    'an exploded object in cookies has a member of its own name',
    [{ ...page(PAGE), in: 'cookie' }],
    [{ headers: { cookie: 'page=0; size=20' } }, { cookies: { page: { page: 0, size: 20 } } }],
    [{ headers: { cookie: 'page=x' } }, /: cookie\.page\/page must be integer\.$/],
  ],
  [
    'a matrix object has its own name among those that the schema does not list',
    [{ ...page(OPEN), in: 'path', style: 'matrix', explode: true }],
    [{ path: '/;page=1;b=2' }, { params: { page: { page: 1, b: 2 } } }],
    [{ path: '/;page=x' }, /: path\.page\/page must be integer\.$/],
  ],
  [
    'a whole query that is a form has an exploded object with a member of its own name',
    [
      {
        name: 'whole',
        in: 'querystring',
        content: {
          'application/x-www-form-urlencoded': {
            schema: { type: 'object', properties: { page: PAGE } },
            encoding: { page: { style: 'form' } },
          },
        },
      },
    ],
    [{ query: '?page=1&size=2' }, { querystring: { page: { page: 1, size: 2 } } }],
    [{ query: '?page=x' }, /: query\/page\/page must be integer\.$/],
  ],
]

t.test('exploded objects with members of their own names', (t) => checkRows(t, rows))
