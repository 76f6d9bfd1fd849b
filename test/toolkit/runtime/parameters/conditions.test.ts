import t from 'tap'
import { checkRows, type Row } from './table.js'

const INT = { type: 'integer' }
const TEXT = { type: 'string' }
const CARD = {
  type: 'object',
  properties: { method: TEXT },
  if: { properties: { method: { const: 'card' } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { properties: { number: INT } },
  else: { properties: { number: { type: 'boolean' } } },
}
const NUMBER_OR_TEXT = {
  if: INT,
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { minimum: 3 },
  else: { type: 'string', minLength: 2 },
}
const p = (schema: object, more: object = {}) => ({ name: 'p', in: 'query', schema, ...more })
const found = (value: unknown) => ({ query: { p: value } })
const whole = (schema: object) => ({
  name: 'whole',
  in: 'querystring',
  content: { 'application/x-www-form-urlencoded': { schema } },
})

const rows: Row[] = [
  [
    'members of an exploded object have the types behind if, then and else',
    [p(CARD)],
    [{ query: '?method=card&number=4111' }, found({ method: 'card', number: 4111 })],
    [{ query: '?method=cash&number=true' }, found({ method: 'cash', number: true })],
    [{ query: '?method=card&number=x' }, /: query\.p\/number must be integer\.$/],
  ],
  [
    'members of a deep object have the types behind if, then and else',
    [p(CARD, { style: 'deepObject', explode: true })],
    [{ query: '?p[method]=card&p[number]=4111' }, found({ method: 'card', number: 4111 })],
  ],
  [
    'fields of a form have the types behind if, then and else',
    [whole(CARD)],
    [{ query: '?method=card&number=4111' }, { querystring: { method: 'card', number: 4111 } }],
  ],
  [
    'fields of a form have the types of dependentSchemas',
    [whole({ type: 'object', dependentSchemas: { method: { properties: { number: INT } } } })],
    [{ query: '?method=a&number=1' }, { querystring: { method: 'a', number: 1 } }],
    [{ query: '?method=a&number=x' }, /: query\/number must be integer\.$/],
  ],
  [
    'members that the schema does not name have the type of unevaluatedProperties',
    [
      p({
        type: 'object',
        allOf: [{ properties: { a: INT } }],
        unevaluatedProperties: { type: 'boolean' },
      }),
    ],
    [{ query: '?a=1&b=true' }, found({ a: 1, b: true })],
    [{ query: '?a=1&b=x' }, /: query\.p\/b must be boolean\.$/],
  ],
  [
    'items have the types of unevaluatedItems and contains',
    [
      p({ type: 'array', prefixItems: [TEXT], unevaluatedItems: INT }),
      { ...p({ type: 'array', contains: INT }), name: 'some' },
    ],
    [{ query: '?p=1&p=2&some=x&some=3' }, { query: { p: ['1', 2], some: ['x', 3] } }],
    [{ query: '?p=1&p=x&some=3' }, /: query\.p\/1 must be integer\.$/],
  ],
  [
    'a text is read as a number where a condition says so',
    [p(NUMBER_OR_TEXT)],
    [{ query: '?p=5' }, found(5)],
    [{ query: '?p=ab' }, found('ab')],
    [{ query: '?p=2' }, /: query\.p must be >= 3\.$/],
  ],
]

t.test('types of texts behind conditions', (t) => checkRows(t, rows))
