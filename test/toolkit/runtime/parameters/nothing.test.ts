import t from 'tap'
import { checkRows, checkTypes, type Row } from './table.js'

const INT = { type: 'integer' }
const PAGE = { type: 'object', properties: { page: INT, size: INT } }
const NAMED = { ...PAGE, required: ['page'] }
const DEEP = { style: 'deepObject', explode: true }
const LIST = { type: 'array', items: INT }

const q = (schema: object, more: object = {}) => ({
  ...{ name: 'q', in: 'query', required: true, schema },
  ...more,
})

/** The outcome of no query at all. */
const is = (value: object) => [{}, { query: { q: value } }] as const
const missing = [{}, /: query\.q is required\.$/] as const

const rows: Row[] = [
  ['a form', [q(PAGE)], is({}), [{ query: '?size=2' }, { query: { q: { size: 2 } } }]],
  ['a form among others', [q(PAGE)], [{ query: '?x=1' }, { query: { q: {} } }]],
  ['a form that takes any name', [q({ type: 'object' })], is({})],
  [
    'a deep object',
    [q(PAGE, DEEP)],
    is({}),
    [{ query: '?q[page]=2' }, { query: { q: { page: 2 } } }],
  ],
  ['what may be null too', [q({ ...PAGE, type: ['object', 'null'] })], is({})],
  ['what is required has no default', [q({ ...PAGE, default: { page: 1 } })], is({})],
  ['one that is not required', [q(PAGE, { required: false })], [{}, { query: {} }]],
  [
    'a member that is missing',
    [q(NAMED)],
    [{}, /: query\.q must have required property 'page'\.$/],
    [{ query: '?size=1' }, /: query\.q must have required property 'page'\.$/],
  ],
  [
    'a member of a deep object that is missing',
    [q(NAMED, DEEP)],
    [{}, /: query\.q must have required property 'page'\.$/],
  ],
  [
    'too few members',
    [q({ ...PAGE, minProperties: 1 })],
    [{}, /: query\.q must NOT have fewer than 1 propert/],
  ],
  ['an object in one pair', [q(PAGE, { explode: false })], missing],
  ['what may be a text', [q({ anyOf: [PAGE, { type: 'string' }] })], missing],
  ['what may be a list', [q({ anyOf: [PAGE, LIST] })], missing],
  ['what may be anything', [q({})], missing],
  ['a list', [q(LIST)], missing],
  [
    'JSON',
    [
      {
        ...{ name: 'q', in: 'query', required: true },
        content: { 'application/json': { schema: PAGE } },
      },
    ],
    missing,
  ],
  [
    'an object in a header',
    [{ ...q(PAGE), in: 'header', explode: true }],
    [{}, /: header\.q is required\.$/],
  ],
]

t.test('an empty object is sent as nothing', (t) => checkRows(t, rows))
t.test('the types of the handler match', (t) => checkTypes(t, rows))
