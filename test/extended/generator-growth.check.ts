/** The time that the generator takes grows with what a document says, not with its square. */

import process from 'node:process'
import t from 'tap'
import { Diagnostics } from '#toolkit/generator/diagnostics/diagnostics.js'
import { emitTypes } from '#toolkit/generator/emit/emit-types.js'
import { parse } from '#toolkit/generator/load/source.js'
import { runPasses } from '#toolkit/generator/passes/passes.js'
import { readModel } from '#toolkit/generator/read/read-model.js'

const TARGET = {
  runtime: 'fastify-contract/codegen',
  language: 'typescript',
  extension: 'js',
  command: 'generate',
} as const

function timed<T>(work: () => T): [made: T, ms: number] {
  const before = process.cpuUsage()
  const made = work()
  const { user, system } = process.cpuUsage(before)
  return [made, (user + system) / 1000]
}

t.test('heirs of a base cost what each says, not what all say together', async (t) => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const discriminator = { propertyName: 'kind' }
  const heirs = Array.from({ length: 3000 }, (_, index): [string, object] => {
    const own = { type: 'object', properties: { [`own${index}`]: ref('Base') } }
    const isBase = index < 20
    const parent = ref(isBase ? 'Base' : `Heir${index % 20}`)
    return [`Heir${index}`, { allOf: [parent, own], ...(isBase && { discriminator }) }]
  })
  const base = { discriminator, required: ['kind'], properties: { kind: { type: 'string' } } }
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    components: { schemas: { Base: base, ...Object.fromEntries(heirs) } },
  }
  const [model, toRead] = timed(() => {
    const report = new Diagnostics()
    const source = parse('a.json', JSON.stringify(document))
    return runPasses(readModel(source, report, { int64: 'bigint' }), report)
  })
  const [files, toPrint] = timed(() => emitTypes(model, TARGET))
  t.ok(files.length > 1)
  t.ok(toPrint < 12 * toRead, `${toPrint} of ${toRead}`)
})
