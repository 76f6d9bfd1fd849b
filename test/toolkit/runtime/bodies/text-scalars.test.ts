import t from 'tap'
import { made } from '../../../helpers/made.js'
import { rowsOf, yamlOf } from '../../../helpers/rows.js'
import { contractIn, echo, exact, keeping } from '../keeping.js'

const TEXT = 'text/plain'

const document = (schema: string) =>
  `POST /texts: { requestBody: { required: true, ${content(schema)} }, responses: { 200: { description: d, ${content(schema)} } } }`
const content = (schema: string) => `content: { text/plain: { schema: ${schema} } }`

/** A schema; texts that it accepts, as a handler gets them; and texts that it refuses. */
const TABLE = rowsOf(`
  {type: integer, minimum: 2} | {'5': 5} | ['1', '5.5', five, '', 'true', 'null']
  {type: integer, format: int64} | {'9223372036854775807': 9223372036854775807n} | ['9223372036854775808', '1.5']
  {type: number} | {'1.5': 1.5, '-2': -2} | ['.5', x]
  {type: boolean} | {'true': true, 'false': false} | ['1', 'True']
  {enum: [1, 2]} | {'1': 1} | ['3', one]
  {const: 5} | {'5': 5} | ['6']
  {type: [integer, 'null']} | {'5': 5, 'null': null} | [x]
  {allOf: [{type: string, maxLength: 2}]} | {'15': '15', x: x} | [abc]
  {type: [string, object], minLength: 2} | {'15': '15'} | [x]
  {anyOf: [{type: integer}, {format: date, type: string}]} | {'5': 5} | [x]
  {oneOf: [{type: integer, maximum: 3}, {type: string, minLength: 2}]} | {'2': 2, '12': '12'} | ['4', x]
  {minLength: 3} | {'null': 'null'} | ['12']
`)

for (const [schema = '', taken = '', refused = ''] of TABLE) {
  t.test(`a text is checked by ${schema}`, async (t) => {
    const { kept, post } = await keeping(t, await contractIn(document(schema)), { answer: echo })
    for (const [text, value] of Object.entries(exact(yamlOf(taken)) as object)) {
      const answer = await post('/texts', text, TEXT)
      t.strictSame([answer.statusCode, answer.body], [200, text])
      t.equal(answer.headers['content-type'], 'text/plain; charset=utf-8')
      t.strictSame(kept.pop()?.body, value)
    }
    for (const text of yamlOf(refused) as string[])
      t.equal((await post('/texts', text, TEXT)).statusCode, 400, text)
  })
}

t.test('an answer that is no text, or that its schema refuses, is not sent', async (t) => {
  let body: unknown
  const answer = () => ({ status: 200, body })
  const { post } = await keeping(t, await contractIn(document('{type: integer}')), { answer })
  for (body of ['5', 1.5, {}, undefined])
    t.equal((await post('/texts', '5', TEXT)).statusCode, 500, String(body))
})

t.test('a text that is described as a list or an object is a warning', async (t) => {
  const schemas = [
    '{ type: object, required: [a] }',
    '{ type: [array, "null"] }',
    '{ properties: { a: {} } }',
    '{ items: {} }',
    '{ oneOf: [{ type: object }, { type: array }] }',
  ]
  for (const schema of schemas)
    t.match(made(document(schema)).told, [/^text\/plain is a text, and its schema that of a list/])
})

t.test('a text that may be a list, too, is read without, with a warning', async (t) => {
  for (const [type, name] of Object.entries({ array: 'list', object: 'object' })) {
    const schema = `{ oneOf: [{ type: integer }, { type: ${type} }] }`
    const told = `text/plain is a text, which no ${name} of its schema is`
    t.match(made(document(schema)).told, [told])
  }
})
