import t from 'tap'
import { objectOf, tableOf } from '../../../helpers/rows.js'
import { judged as judgedAt } from './judged.js'

/** Findings on the text of a header, as `check: received`. */
const judged = (header: object, value: string | string[] | undefined, name = 'X-Value') =>
  judgedAt(
    { 200: { description: 'd', headers: { [name]: header } } },
    { headers: value === undefined ? {} : { [name.toLowerCase()]: value } },
  )

t.test('a header is read as the type of its schema', async (t) => {
  const cases = tableOf<[schema: string, right: string[], wrong: string[]]>(`
  {type: integer} | ['5', '-5', '1e2'] | ['1.5', five, 'true', '"5"', '']
  {type: number} | ['5', '1.5'] | [a, 'null', '']
  {type: boolean} | ['true', 'false'] | ['1', 'yes', 'TRUE', '']
  {type: string} | ['5', 'true', '', '{'] | []
  {type: string, maxLength: 2} | ['12'] | ['123']
  {type: [integer, 'null']} | ['5', ''] | [x]
  {oneOf: [{type: integer}, {enum: [all]}]} | ['5', all] | [x]
  {const: 5} | ['5'] | ['6']
  {const: true} | ['true'] | ['false']
  {} | ['5', a] | []
  {type: array, items: {type: integer}} | ['1', '1,2', '1, 2', ''] | ['1,x']
  {type: array, maxItems: 1} | [a] | ['a,b']
  {type: object, required: [a], properties: {a: {type: integer}}} | ['a,1'] | ['b,1', 'a,x']
  {type: object, required: [b], allOf: [{properties: {a: {type: integer}, b: {type: string, maxLength: 1}}}, {required: [a]}]} | ['a,1,b', 'b,x,a,1'] | ['a,1', 'a,1,b,xy', a]
  `)
  for (const [told, right, wrong] of cases) {
    const schema = objectOf(told)
    for (const value of right) t.same(judged({ schema }, value), [], `${told} ${value}`)
    for (const value of wrong)
      t.same(judged({ schema }, value), [`header-valid: X-Value: ${value}`], `${told} ${value}`)
  }
})

t.test('an object is written with equals signs where it is exploded', async (t) => {
  const schema = { type: 'object', properties: { a: { type: 'integer' } } }
  t.same(judged({ schema, explode: true }, 'a=1,b=x=y'), [])
  t.same(judged({ schema, explode: true }, 'a=x').length, 1)
})

t.test('a name without a value is an empty text', async (t) => {
  const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } } }
  t.same(judged({ schema }, 'b,1,a'), [])
  t.same(judged({ schema }, 'a,1,b'), ['header-valid: X-Value: a,1,b'])
  t.same(judged({ schema: { type: 'object' } }, 'a,1'), [], 'no member has a schema')
})

t.test('a header of JSON is parsed', async (t) => {
  const header = { content: { 'application/json': { schema: { type: 'object' } } } }
  t.same(judged(header, '{"a":1}'), [])
  t.same(judged(header, '[]'), ['header-valid: X-Value: []'])
  t.same(judged(header, '{'), ['header-valid: X-Value: {'])
})

t.test('lines of one name are a list, but for cookies', async (t) => {
  const list = { schema: { type: 'array', items: { type: 'string' }, minItems: 2 } }
  t.same(judged(list, ['a', 'b']), [])
  t.same(judged({ schema: { type: 'string', pattern: '^a=' } }, ['a=1', 'b=2'], 'Set-Cookie'), [])
  t.same(judged({ required: true, schema: {} }, undefined), ['header-present: no X-Value'])
  t.same(judged({ schema: {} }, undefined), [])
})
