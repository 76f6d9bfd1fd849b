import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { checkDocuments } from '../../scripts/corpus/check.js'
import { documentsIn } from '../../scripts/corpus/documents.js'
import { resultTable } from '../../scripts/corpus.js'
import { root } from './project.js'

const corpus = join(root, '../shared/corpus')

t.test('real documents generate, compile and have one handler for each operation', async (t) => {
  if (!existsSync(join(corpus, 'manifest.json'))) {
    t.pass('real documents', { skip: 'there is no ../shared/corpus' })
    return
  }
  const documents = await documentsIn(corpus)
  t.ok(documents.length > 0, 'the manifest lists documents')
  const results = await checkDocuments(documents, t.testdir({}))
  t.comment(`real documents\n${resultTable(results)}`)
  for (const { id, operations, problems } of results) {
    const diagnostic = { problems: problems.slice(0, 10) }
    t.equal(problems.length, 0, `${id}: ${operations} operations`, diagnostic)
  }
})
