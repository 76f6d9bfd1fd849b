import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { contractOf, serveContract } from '../../../helpers/serve-document.js'

function document(schema: string): string {
  const content = `content: { text/plain: { schema: ${schema} } }`
  return `
openapi: 3.1.0
info: { title: Texts, version: '1' }
paths:
  /texts: { post: { operationId: keep, requestBody: { required: true, ${content} },
    responses: { '200': { description: Kept., ${content} } } } }
`
}

/** Texts that a schema accepts with what a handler gets, and texts that it refuses. */
const table: [schema: string, taken: Record<string, unknown>, refused: string[]][] = [
  ['{ type: integer, minimum: 2 }', { 5: 5 }, ['1', '5.5', 'five', '', 'true', 'null']],
  [
    '{ type: integer, format: int64 }',
    { '9223372036854775807': 9223372036854775807n },
    ['9223372036854775808', '1.5'],
  ],
  ['{ type: number }', { 1.5: 1.5, '-2': -2 }, ['.5', 'x']],
  ['{ type: boolean }', { true: true, false: false }, ['1', 'True']],
  ['{ enum: [1, 2] }', { 1: 1 }, ['3', 'one']],
  ['{ const: 5 }', { 5: 5 }, ['6']],
  ['{ type: [integer, "null"] }', { 5: 5, null: null }, ['x']],
  ['{ allOf: [{ type: string, maxLength: 2 }] }', { 15: '15', x: 'x' }, ['abc']],
  ['{ type: [string, object], minLength: 2 }', { 15: '15' }, ['x']],
  ['{ anyOf: [{ type: integer }, { format: date, type: string }] }', { 5: 5 }, ['x']],
  [
    '{ oneOf: [{ type: integer, maximum: 3 }, { type: string, minLength: 2 }] }',
    { 2: 2, 12: '12' },
    ['4', 'x'],
  ],
  ['{ minLength: 3 }', { null: 'null' }, ['12']],
]

for (const [schema, taken, refused] of table) {
  t.test(`a text is checked by ${schema}`, async (t) => {
    const seen: unknown[] = []
    const keep = ({ body }: { readonly body: unknown }) => {
      seen.push(body)
      return { status: 200, body }
    }
    const app = await serveContract(t, await contractOf(t, document(schema)), {
      handlers: { keep },
    })
    const send = (payload: string) =>
      app.inject({
        method: 'POST',
        url: '/texts',
        headers: { 'content-type': 'text/plain' },
        payload,
      })
    for (const [text, value] of Object.entries(taken)) {
      const answer = await send(text)
      t.strictSame([answer.statusCode, answer.body], [200, text])
      t.equal(answer.headers['content-type'], 'text/plain; charset=utf-8')
      t.strictSame(seen.pop(), value)
    }
    for (const text of refused) t.equal((await send(text)).statusCode, 400, text)
  })
}

t.test('an answer that is no text, or that its schema refuses, is not sent', async (t) => {
  const bodies = ['5', 1.5, {}, undefined]
  for (const body of bodies) {
    const handlers = { keep: () => ({ status: 200, body }) }
    const app = await serveContract(t, await contractOf(t, document('{ type: integer }')), {
      handlers,
    })
    const headers = { 'content-type': 'text/plain' }
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/texts',
      headers,
      payload: '5',
    })
    t.equal(statusCode, 500, String(body))
  }
})

t.test('a text that is described as a list or an object is not checked, with a warning', (t) => {
  const schemas = [
    '{ type: object, required: [a] }',
    '{ type: [array, "null"] }',
    '{ properties: { a: {} } }',
    '{ items: {} }',
    '{ oneOf: [{ type: object }, { type: array }] }',
  ]
  for (const schema of schemas) {
    const { warnings } = generateFrom(parse('a.yaml', document(schema)))
    t.match(warnings, [{ message: /^text\/plain is a text, and its schema that of a list/ }])
  }
  t.end()
})

t.test('a text that may be a list or an object, too, is read without them, with a warning', (t) => {
  for (const [type, name] of Object.entries({ array: 'list', object: 'object' })) {
    const schema = `{ oneOf: [{ type: integer }, { type: ${type} }] }`
    const { warnings } = generateFrom(parse('a.yaml', document(schema)))
    t.match(warnings, [{ message: `text/plain is a text, which no ${name} of its schema is` }])
  }
  t.end()
})
