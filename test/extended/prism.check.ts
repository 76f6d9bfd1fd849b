import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import t, { type Test } from 'tap'
import { loadContract, mockApp } from '#toolkit/cli/mock/mock-app.js'
import { CORPUS_IGNORED, type CorpusDocument, documentsIn } from '../../scripts/corpus/documents.js'
import { scoreOf } from './prism/answers.js'
import { judgeOf } from './prism/judge.js'
import { prism } from './prism/prism.js'
import { questionsOf } from './prism/questions.js'
import { root } from './project.js'
import { orSkip } from './registry.js'
import type { Node } from './requests/oracle/schema.js'

const corpus = join(root, '../shared/corpus')
const LARGEST = 300_000
const DOCUMENTS = Number(process.env.PRISM_DOCUMENTS ?? 10)

t.setTimeout(1_200_000)

t.test(
  'the mock answers with each example, and with nothing that its schema refuses',
  async (t) => {
    if (!existsSync(join(corpus, 'manifest.json'))) {
      t.pass('real documents', { skip: 'there is no ../shared/corpus' })
      return
    }
    const start = await orSkip(t, prism(), 'Prism is installed')
    let left = DOCUMENTS
    for (const document of await documentsIn(corpus)) {
      if (left === 0) break
      if ((await stat(document.file)).size > LARGEST) continue
      if (await compared(t, document, start)) left--
    }
    t.equal(left, 0, 'documents with examples')
  },
)

/** False if the document has no examples. */
async function compared(
  t: Test,
  { id, file, root }: CorpusDocument,
  start: Awaited<ReturnType<typeof prism>> | undefined,
): Promise<boolean> {
  const loaded = await loadContract(file, { ignore: CORPUS_IGNORED, root })
  const questions = await questionsOf(loaded)
  if (!questions.some(({ hasExample }) => hasExample)) {
    loaded.remove()
    return false
  }
  const document = loaded.generated.model.bundled as Node
  const judge = judgeOf(document)
  const log = t.capture(console, 'log')
  const app = await mockApp(loaded, { stateful: false, unimplemented: false })
  const own = await scoreOf(await app.listen({ port: 0 }), questions, document, judge)
  await app.close()
  loaded.remove()
  log.restore()
  const { problems, ...figures } = own
  t.same(problems, [], `${id}: ${JSON.stringify(figures)}`)
  const server = await start?.(file)
  if (server === undefined) {
    if (start !== undefined) t.comment(`${id}: Prism does not start`)
    return true
  }
  const { problems: _, ...others } = await scoreOf(server.url, questions, document, judge)
  await server.close()
  t.comment(`${id}: Prism ${JSON.stringify(others)}`)
  return true
}
