import t from 'tap'
import { Diagnostics } from '#toolkit/generator/diagnostics/diagnostics.js'
import { emitOperations } from '#toolkit/generator/emit/emit-operations.js'
import { emitTypes } from '#toolkit/generator/emit/emit-types.js'
import { parse } from '#toolkit/generator/load/source.js'
import { runPasses } from '#toolkit/generator/passes/passes.js'
import { readModel } from '#toolkit/generator/read/read-model.js'
import { inFull, made, problemsOf } from '../../helpers/made.js'
import { talks } from '../runtime/keeping.js'
import { largeDocument } from './large-document.js'

const TARGET = {
  runtime: 'fastify-contract/codegen',
  language: 'typescript',
  extension: 'js',
  command: 'generate',
} as const

/** The model that emitters get. */
function modelOf(document: string) {
  const report = new Diagnostics()
  const options = { int64: 'bigint' } as const
  return runPasses(readModel(parse('a.json', inFull(document)), report, options), report)
}

const USE = `
import type { Handlers } from './operations.js'
import type { AkThing0, BlThing1 } from './types.js'

export const get: Handlers['akThing0Get'] = () => ({ status: 200, body: { next: { next: {} } } })
export const next: AkThing0['next'] = {} satisfies BlThing1
// @ts-expect-error -- most handlers are missing
export const all: Handlers = { akThing0Get: get }
`

t.test('what is large is divided, and imported as if it were not', async (t) => {
  const filesOf = (document: string) => {
    const model = modelOf(document)
    return [...emitTypes(model, TARGET), ...emitOperations(model, TARGET)]
  }
  const files = filesOf(largeDocument())
  const names = files.map(({ name }) => name)
  const found = files.filter(({ text }) => text.split('\n').length > 5100)
  t.same(found, [])
  t.ok(names.includes('operations/ak.ts') && names.includes('types/ak.ts'), names.join())
  t.same(await problemsOf(t, [...files, { name: 'use.ts', text: USE }]), [])

  const edited = filesOf(largeDocument({ more: 'required: [next]' }))
  const changed = edited.filter(({ text }, index) => text !== files[index]?.text)
  t.match(changed, [{ name: 'types/other.ts' }])
  t.equal(changed.length, 1, 'an edit changes one file')
})

t.test('files of a large document are named after its tags', async (t) => {
  const model = modelOf(largeDocument({ tags: ['Pot plants', 'trees 2'] }))
  const operations = emitOperations(model, TARGET)
  const names = operations.map(({ name }) => name)
  t.same(names, ['operations.ts', 'operations/pot-plants.ts', 'operations/trees-2.ts'])
  t.match(operations[0]?.text, '  extends\n    PotPlantsHandlers,\n    Trees2Handlers {}\n')
  const titled = emitOperations({ ...model, title: 'U', version: '2' }, TARGET)
  t.same(titled.slice(1), operations.slice(1), 'only the first file carries the title')
  const types = emitTypes(model, TARGET).map(({ name }) => name)
  t.ok(types.includes('types/shared.ts') && types.includes('types/shared-ak.ts'), types.join())
})

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const INT64 = '{ type: integer, format: int64 }'

t.test('a contract in many files works as one, circles of schemas too', (t) => {
  const names = LETTERS.flatMap((letter) => [0, 1, 2, 3].map((at) => `${letter}thing${at}`))
  const ref = (at: number) => `$${names[at % names.length]}`
  const texts = Array.from(
    { length: 10 },
    (_, n) => `text${n}: { type: string, minLength: ${n}, description: A text. }`,
  )
  const parts = names.map((name, at) => {
    const members = `id: ${INT64}, name: { type: string, const: ${name} }, next: ${ref(at + 7)}, others: { type: array, items: ${ref(at + 101)} }, either: { oneOf: [$${name}, ${INT64}] }, pair: { oneOf: [${ref(at + 1)}, ${ref(at + 2)}] }, ${texts}`
    return `POST /${name}: { body: $${name}, 200: $${name} }
${name}: { type: object, required: [id], properties: { ${members} } }\n`
  })
  const whole =
    '{"id":9223372036854775807,"name":"Cthing3","next":{"id":1,"either":9007199254740993},"others":[{"id":2}],"either":3}'
  const refused =
    '{"error":40002,"message":"The request breaks the contract: body/next/text5 must NOT have fewer than 5 characters."}'
  return talks(
    t,
    parts.join(''),
    `
POST /Cthing3 ${whole} -> 200 ${whole}
POST /Cthing3 {"id":1,"next":{"id":1,"text5":"1234"}} -> 400 ${refused}
POST /Zthing0 {"id":5} -> 200 {"id":5} of { id: 5n }`,
  )
})

t.test('a validator of very many members is several functions', async (t) => {
  const members = Array.from({ length: 1001 }, (_, at) => `member${at}: { type: string }`)
  const { text } = made(`GET /x: { 200: $A }
A: { type: object, required: [member0, member1000], properties: { ${members} } }`)
  const functions = text('validators.ts')
    .split(/^(?:export )?function /m)
    .slice(1)
  t.equal(functions.length, 6)
  t.ok(functions.every((each) => (each.match(/typeof/g) ?? []).length <= 201))
  t.match(functions.at(-1), /^isA\(value: unknown\): boolean \{\n {2}if \(!anObject\(value\)\)/)
})
