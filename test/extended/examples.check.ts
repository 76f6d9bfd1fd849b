import t from 'tap'
import { answeredExamples } from './examples/answered.js'
import { realDocuments } from './real-documents.js'

/** Larger documents take long, and have no other kinds of examples. */
const LARGEST = 1_500_000

t.setTimeout(1_200_000)

t.test(
  'the mock answers with each example of a response, and with nothing that a schema refuses',
  async (t) => {
    const real = await realDocuments(t, LARGEST)
    if (real === undefined) return
    const sum = { documents: 0, examples: 0, headers: 0, judged: 0 }
    for (const { id, file, root } of real) {
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
