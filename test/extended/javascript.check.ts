import t from 'tap'
import { load } from '#toolkit/generator/load/load.js'
import { CORPUS_IGNORED } from '../../scripts/corpus/documents.js'
import { compareLanguages, loadAll } from '../helpers/languages.js'
import { hostileSources } from '../toolkit/generator/injection/sources.js'
import { realDocuments } from './real-documents.js'

t.test('JavaScript of real documents is their TypeScript without its types', async (t) => {
  const documents = await realDocuments(t)
  if (documents === undefined) return
  const folder = t.testdir({})
  const subjects = documents.map(({ id, file, root }) => {
    return { name: id, source: load(file, undefined, root) }
  })
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
