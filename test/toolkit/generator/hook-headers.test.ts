import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'

t.test(
  'headers of a received response are those of the document, and of a sent one, others too',
  async (t) => {
    const headers = { 'X-Id': { required: true, schema: { type: 'integer' } } }
    const responses = { 204: { description: 'd', headers } }
    const document = {
      ...{ openapi: '3.1.0', info: { title: 'T', version: '1' } },
      paths: { '/a': { get: { operationId: 'own', responses } } },
      webhooks: { hook: { post: { operationId: 'hook', responses } } },
    }
    const { files } = generateFrom(parse('a.json', JSON.stringify(document)))
    const text = (name: string) => files.find((file) => file.name === name)?.text ?? ''
    t.match(text('operations.ts'), /readonly headers: contract\.WithOthers<types\.\w+>/)
    t.match(text('outgoing.ts'), /readonly headers: types\.Hook204Headers\n/)
  },
)
