import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { load } from '#toolkit/generator/load/load.js'
import { CORPUS_IGNORED, documentsIn } from '../../scripts/corpus/documents.js'
import { compareLanguages, loadAll } from '../helpers/languages.js'
import { hostileSources } from '../toolkit/generator/injection/sources.js'
import { root } from './project.js'

const corpus = join(root, '../shared/corpus')

t.test('JavaScript of real documents is their TypeScript without its types', async (t) => {
  if (!existsSync(join(corpus, 'manifest.json'))) {
    t.pass('real documents', { skip: 'there is no ../shared/corpus' })
    return
  }
  const documents = await documentsIn(corpus)
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
