import path from 'node:path'
import t from 'tap'
import { Diagnostics } from '../../scripts/generate/diagnostics.js'
import { emitOperations } from '../../scripts/generate/emit/emit-operations.js'
import { emitTypes } from '../../scripts/generate/emit/emit-types.js'
import { NO_TEXTS } from '../../scripts/generate/emit/print/texts.js'
import { parse } from '../../scripts/generate/load/source.js'
import { buildModel } from '../../scripts/generate/model/build.js'
import { ROOT, typeCheck, writeFiles } from '../helpers/tsc.js'

/** A document of as many operations as no file should hold. */
function documentOf(change: object = {}): string {
  const numbers = Array.from({ length: 300 }, (_, index) => index)
  const name = (index: number) => `${'abcdefghij'[index % 10]}${'klmno'[index % 5]}Thing${index}`
  const ref = (index: number) => ({ $ref: `#/components/schemas/${name(index % 300)}` })
  const schemas = numbers.map((index) => [
    name(index),
    {
      description: 'word '.repeat(300),
      type: 'object',
      properties: { next: ref(index + 1), other: ref(index * 7) },
      ...(index === 5 && change),
    },
  ])
  const paths = numbers.map((index) => [
    `/${index}`,
    {
      get: {
        operationId: `${name(index)}Get`,
        description: 'word '.repeat(100),
        responses: {
          200: { description: 'Done.', content: { 'application/json': { schema: ref(index) } } },
        },
      },
    },
  ])
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(schemas) },
  })
}

const USE = `
import type { Handlers } from './operations.js'
import type { akThing0, blThing1 } from './types.js'

export const get: Handlers['akThing0Get'] = () => ({ status: 200, body: { next: { next: {} } } })
export const next: akThing0['next'] = {} satisfies blThing1
// @ts-expect-error -- most handlers are missing
export const all: Handlers = { akThing0Get: get }
`

t.test('what is large is divided, and imported as if it were not', async (t) => {
  const out = t.testdir()
  const runtime = path.relative(out, path.join(ROOT, 'src/contract/index.js'))
  const filesOf = (document: string) => {
    const model = buildModel(parse('a.json', document), new Diagnostics(), 'bigint')
    return [...emitTypes(model, runtime, NO_TEXTS), ...emitOperations(model, runtime, NO_TEXTS)]
  }
  const files = filesOf(documentOf())
  const counts = files.map(({ name, text }) => [name, text.split('\n').length] as const)
  t.same(
    counts.filter(([, count]) => count > 5100),
    [],
  )
  t.ok(counts.some(([name]) => name === 'operations/a.ts'))
  t.ok(counts.some(([name]) => name === 'types/a.ts'))
  await writeFiles(out, [...files, { name: 'use.ts', text: USE }])
  t.same(await typeCheck(out), [])

  const edited = filesOf(documentOf({ required: ['next'] }))
  const changed = edited.filter(({ text }, index) => text !== files[index]?.text)
  t.same(
    changed.map(({ name }) => name),
    ['types/f.ts'],
    'an edit changes one file',
  )
})
