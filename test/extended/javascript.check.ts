import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { load } from '#toolkit/generator/load/load.js'
import { parse } from '#toolkit/generator/load/source.js'
import { CORPUS_IGNORED } from '../../scripts/corpus/documents.js'
import { compareLanguages, loadAll, type Subject } from '../helpers/languages.js'
import { withValue } from '../helpers/source.js'
import { ROOT } from '../helpers/tsc.js'
import { hostileSources } from '../toolkit/generator/injection/sources.js'
import { realDocuments } from './real-documents.js'

const FIXTURES = ['documents', 'contracts'].flatMap((folder) => {
  const inside = path.join(ROOT, 'test/fixtures', folder)
  return readdirSync(inside)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => ({ name: `${folder}-${name}`, file: path.join(inside, name) }))
})

const MULTI = path.join(ROOT, 'test/fixtures/documents/multi/openapi.yaml')
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
  const subjects = [
    ...FIXTURES.map(({ name, file }) => ({ name, source: load(file) })),
    { name: 'multi', source: load(MULTI) },
    ...FIXTURES.filter(({ name }) => !name.startsWith('contracts')).flatMap(enlarged),
  ]
  const { unlike, count } = await compareLanguages(folder, subjects)
  t.same(unlike, [])
  t.ok(count > 5 * FIXTURES.length, `${count} files`)
  t.same(await loadAll(folder), [])
})

t.test('JavaScript of real documents is their TypeScript without its types', async (t) => {
  const documents = await realDocuments(t)
  if (documents === undefined) return
  const folder = t.testdir({})
  const subjects = documents.map(({ id, file, root }) => ({
    name: id,
    source: load(file, undefined, root),
  }))
  const { unlike, count } = await compareLanguages(folder, subjects, { ignore: CORPUS_IGNORED })
  t.same(unlike, [])
  t.comment(`${documents.length} documents, ${count} files`)
  t.ok(count > documents.length)
  t.same(await loadAll(folder), [])
})

t.test('JavaScript of documents of hostile texts is their TypeScript without types', async (t) => {
  const sources = hostileSources()
  const { unlike, count } = await compareLanguages(t.testdir({}), sources)
  t.same(unlike, [])
  t.comment(`${sources.length} documents, ${count} files`)
  t.ok(sources.length > 80)
})
