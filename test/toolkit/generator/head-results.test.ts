import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'

t.test('a handler of HEAD need not have the body that is not sent', async (t) => {
  const content = { 'text/plain': { schema: { type: 'string' } } }
  const responses = { 200: { description: 'd', content } }
  const paths = {
    '/x': { get: { operationId: 'read', responses }, head: { operationId: 'look', responses } },
  }
  const document = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths }
  const { files } = generateFrom(parse('a.json', JSON.stringify(document)))
  const text = files.find(({ name }) => name === 'operations.ts')?.text ?? ''
  const bodies = [...text.matchAll(/interface (\w+)Result200 \{[^}]*readonly (body\??):/g)]
  t.strictSame(
    bodies.map(([, name, member]) => [name, member]),
    [
      ['Read', 'body'],
      ['Look', 'body?'],
    ],
  )
})
