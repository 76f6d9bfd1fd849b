import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { documentsIn } from '../../scripts/corpus/documents.js'
import { answeredExamples } from './examples/answered.js'
import { root } from './project.js'

const corpus = join(root, '../shared/corpus')

/** Larger documents take long, and have no other kinds of examples. */
const LARGEST = 1_500_000

t.setTimeout(1_200_000)

t.test(
  'the mock answers with each example of a response, and with nothing that a schema refuses',
  async (t) => {
    if (!existsSync(join(corpus, 'manifest.json'))) {
      t.pass('real documents', { skip: 'there is no ../shared/corpus' })
      return
    }
    const sum = { documents: 0, examples: 0, headers: 0, judged: 0 }
    for (const { id, file, root } of await documentsIn(corpus)) {
      if ((await stat(file)).size > LARGEST) continue
      const { examples, headers, judged, problems } = await answeredExamples(file, root)
      sum.documents++
      sum.examples += examples
      sum.headers += headers
      sum.judged += judged
      t.same(problems, [], `${id}: ${examples} examples`)
    }
    t.comment(JSON.stringify(sum))
    t.ok(sum.examples > 100 && sum.judged > 300, JSON.stringify(sum))
  },
)
