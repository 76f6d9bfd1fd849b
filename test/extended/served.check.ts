import t from 'tap'
import { realDocuments } from './real-documents.js'
import { examine } from './served/examine.js'

const filter = process.env.SERVED ?? ''

t.test('real documents are served: every operation is reached, checked and mocked', async (t) => {
  const documents = await realDocuments(t)
  for (const { id, file, root } of documents?.filter(({ id }) => id.includes(filter)) ?? []) {
    const { problems, unwritable, ...counts } = await examine(id, file, root)
    const diagnostic = { problems: problems.slice(0, 10), unwritable: unwritable.slice(0, 10) }
    t.same(problems.slice(0, 10), [], `${id}: ${counts.operations} operations`, diagnostic)
    t.comment(JSON.stringify({ ...counts, unwritable: unwritable.length }))
  }
})
