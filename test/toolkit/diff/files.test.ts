import { writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { compareDocuments } from '#toolkit/diff/compare.js'
import { answer, documentOf, json } from './helpers/documents.js'

t.test('the places of changes in other files have their names', async (t) => {
  const folder = t.testdir({ one: {}, two: {} })
  const write = (name: string, longest: number) => {
    const text = { type: 'string', maxLength: longest }
    const files = {
      'openapi.json': documentOf({
        '/a': {
          post: {
            parameters: [{ $ref: 'parameters.json#/q' }],
            requestBody: { content: json({ $ref: 'schemas.json#/A' }) },
            ...answer(),
          },
        },
      }),
      'parameters.json': { q: { name: 'q', in: 'query', schema: text } },
      'schemas.json': { A: { type: 'object', properties: { a: text } } },
    }
    for (const [file, value] of Object.entries(files))
      writeFileSync(path.join(folder, name, file), JSON.stringify(value, undefined, 1))
    return path.join(folder, name, 'openapi.json')
  }
  const { changes } = compareDocuments({ document: write('one', 9) }, { document: write('two', 5) })
  const at = (file: string) => ({ at: new RegExp(`${file}\\.json:\\d+:\\d+$`) })
  t.match(changes, [
    { rule: 'parameter-length', new: { ...at('two/parameters'), pointer: '#/q/schema/maxLength' } },
    {
      rule: 'request-body-length',
      old: { ...at('one/schemas'), pointer: '#/A/properties/a/maxLength' },
      new: { ...at('two/schemas'), pointer: '#/A/properties/a/maxLength' },
    },
  ])
})
