import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { generate, generateFrom } from '#toolkit/generator/generate.js'
import { load } from '#toolkit/generator/load/load.js'
import { parse } from '#toolkit/generator/load/source.js'
import { compareLanguages, isOfValues, loadAll, type Subject } from '../../helpers/languages.js'
import { withValue } from '../../helpers/source.js'
import { ROOT } from '../../helpers/tsc.js'

const FIXTURES = ['documents', 'contracts'].flatMap((folder) => {
  const inside = path.join(ROOT, 'test/fixtures', folder)
  return readdirSync(inside)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => ({ name: `${folder}-${name}`, file: path.join(inside, name) }))
})

const MULTI = path.join(ROOT, 'test/fixtures/documents/multi/openapi.yaml')
const SPEC = path.join(ROOT, 'test/fixtures/contracts/plants.yaml')

/** Members that every object has, where TypeScript needs more words. */
const INHERITED = {
  name: 'q',
  in: 'query',
  style: 'deepObject',
  schema: {
    type: 'object',
    properties: { constructor: { type: 'string' }, toString: { type: ['integer', 'null'] } },
  },
}

/** The same document with so many operations more that it is loaded part by part. */
function enlarged({ name, file }: { name: string; file: string }): Subject[] {
  const document = load(file).value as { swagger?: string; paths?: object }
  if (document.swagger !== undefined) return []
  const more = Array.from({ length: 60 }, (_, index) => [
    `/more/${index}`,
    { get: { parameters: [INHERITED], responses: { 200: { description: 'Done.' } } } },
  ])
  const paths = { ...document.paths, ...Object.fromEntries(more) }
  const source = parse(file, readFileSync(file, 'utf8'))
  return [{ name: `large-${name}`, source: withValue(source, { ...document, paths }) }]
}

t.test('JavaScript is what is left of TypeScript without its types, and loads', async (t) => {
  const folder = t.testdir()
  const documents = [...FIXTURES, { name: 'spec', file: SPEC }]
  const subjects = [
    ...documents.map(({ name, file }) => ({ name, source: load(file) })),
    { name: 'multi', source: load(MULTI) },
    ...documents.filter(({ name }) => !name.startsWith('contracts')).flatMap(enlarged),
  ]
  const { unlike, count } = await compareLanguages(folder, subjects)
  t.same(unlike, [])
  t.ok(count > 5 * documents.length, `${count} files`)
  t.same(await loadAll(folder), [])
})

t.test('the files of values have the same names, and those of types are left out', async (t) => {
  const names = (language: 'javascript' | 'typescript') => generate(SPEC, { language }).files
  const values = names('typescript').filter(isOfValues)
  t.same(
    names('javascript').map(({ name }) => name),
    values.map(({ name }) => name.replace(/\.ts$/, '.js')),
  )
  t.ok(values.length < names('typescript').length)
})

t.test('a name that every object has is no import of a large contract', async (t) => {
  const [subject] = enlarged({ name: 'spec', file: SPEC })
  const { files } = generateFrom((subject as Subject).source)
  t.notMatch(files.map(({ text }) => text).join(''), /import \{[^}]* as const/)
})
