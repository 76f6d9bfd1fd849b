import t from 'tap'
import { Diagnostics } from '#toolkit/generator/diagnostics/diagnostics.js'
import { emitOperations } from '#toolkit/generator/emit/emit-operations.js'
import { emitTypes } from '#toolkit/generator/emit/emit-types.js'
import { parse, type Source } from '#toolkit/generator/load/source.js'
import { runPasses } from '#toolkit/generator/passes/passes.js'
import { readModel } from '#toolkit/generator/read/read-model.js'
import { typeCheck, writeFiles } from '../../helpers/tsc.js'
import { largeDocument } from './large-document.js'

const TARGET = {
  runtime: 'fastify-contract/codegen',
  language: 'typescript',
  extension: 'js',
  command: 'generate',
} as const

const USE = `
import type { Handlers } from './operations.js'
import type { AkThing0, BlThing1 } from './types.js'

export const get: Handlers['akThing0Get'] = () => ({ status: 200, body: { next: { next: {} } } })
export const next: AkThing0['next'] = {} satisfies BlThing1
// @ts-expect-error -- most handlers are missing
export const all: Handlers = { akThing0Get: get }
`

t.test('what is large is divided, and imported as if it were not', async (t) => {
  const out = t.testdir()
  const filesOf = (document: string) => {
    const model = modelOf(parse('a.json', document))
    return [...emitTypes(model, TARGET), ...emitOperations(model, TARGET)]
  }
  const files = filesOf(largeDocument())
  const counts = files.map(({ name, text }) => [name, text.split('\n').length] as const)
  t.same(
    counts.filter(([, count]) => count > 5100),
    [],
  )
  t.ok(counts.some(([name]) => name === 'operations/ak.ts'))
  t.ok(counts.some(([name]) => name === 'types/ak.ts'))
  await writeFiles(out, [...files, { name: 'use.ts', text: USE }])
  t.same(await typeCheck(out), [])

  const edited = filesOf(largeDocument({ required: ['next'] }))
  const changed = edited.filter(({ text }, index) => text !== files[index]?.text)
  t.same(
    changed.map(({ name }) => name),
    ['types/other.ts'],
    'an edit changes one file',
  )
})

t.test('files of a large document are named after its tags', async (t) => {
  const document = JSON.parse(largeDocument())
  const tags = ['Pot plants', 'trees 2']
  for (const [index, item] of Object.values(document.paths).entries()) {
    const operation = (item as { get: Record<string, unknown> }).get
    operation.tags = [tags[index % 2]]
  }
  const model = modelOf(parse('a.json', JSON.stringify(document)))
  const operations = emitOperations(model, TARGET)
  t.same(
    operations.map(({ name }) => name),
    ['operations.ts', 'operations/pot-plants.ts', 'operations/trees-2.ts'],
  )
  t.match(operations[0]?.text, '  extends\n    PotPlantsHandlers,\n    Trees2Handlers {}\n')
  const titled = emitOperations({ ...model, title: 'U', version: '2' }, TARGET)
  t.same(titled.slice(1), operations.slice(1), 'only the first file carries the title')
  const types = emitTypes(model, TARGET).map(({ name }) => name)
  t.ok(types.includes('types/shared.ts') && types.includes('types/shared-ak.ts'), types.join())
})

/** The model that emitters get. */
function modelOf(source: Source) {
  const report = new Diagnostics()
  return runPasses(readModel(source, report, { int64: 'bigint', discriminator: 'lenient' }), report)
}
