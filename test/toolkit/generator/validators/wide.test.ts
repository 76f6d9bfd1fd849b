import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'

t.test('a validator of very many members is several functions', async (t) => {
  const names = Array.from({ length: 1001 }, (_, index) => `member${index}`)
  const A = {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    required: ['member0', 'member1000'],
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/A' } } }
  const responses = { 200: { description: 'd', content } }
  const document = {
    openapi: '3.1.0',
    info: { title: 't', version: '1' },
    paths: { '/x': { get: { operationId: 'x', responses } } },
    components: { schemas: { A } },
  }
  const { files } = generateFrom(parse('a.json', JSON.stringify(document)))
  const text = String(files.find(({ name }) => name === 'validators.ts')?.text)
  const functions = text.split(/^(?:export )?function /m).slice(1)
  t.equal(functions.length, 6)
  t.ok(functions.every((each) => (each.match(/typeof/g) ?? []).length <= 201))
  t.match(functions.at(-1), /^isA\(value: unknown\): boolean \{\n {2}if \(!anObject\(value\)\)/)
})
