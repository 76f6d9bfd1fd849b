import path from 'node:path'
import t from 'tap'
import { documentModel } from '#toolkit/generator/document-model.js'
import { parse } from '#toolkit/generator/load/source.js'
import { ROOT } from '../../helpers/tsc.js'

const README = path.join(ROOT, 'test/fixtures/readme/openapi.yaml')

t.test('a document is read from its file, or from memory', async (t) => {
  const { model, source, warnings } = documentModel(README)
  t.ok(model.operations.length > 3)
  t.match(source.locate('#/paths'), { line: Number, column: Number })
  t.same(warnings, [])
  const memory = documentModel(parse('openapi.yaml', source.text))
  t.same(
    memory.model.operations.map(({ operationId }) => operationId),
    model.operations.map(({ operationId }) => operationId),
  )
})

t.test('tags choose its operations', async (t) => {
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {
      '/a': { get: { operationId: 'a', tags: ['one'], responses: { 200: { description: 'd' } } } },
      '/b': { get: { operationId: 'b', tags: ['two'], responses: { 200: { description: 'd' } } } },
    },
  })
  const { model } = documentModel(parse('openapi.json', text), { shape: { only: ['two'] } })
  t.same(
    model.operations.map(({ operationId }) => operationId),
    ['b'],
  )
})
