import t from 'tap'
import { table } from '../../scripts/shared/tools.js'
import { realDocuments } from './real-documents.js'
import { examine } from './served/examine.js'

const COLUMNS = ['id', 'operations', 'reached', 'refused', 'open', 'mocked', 'ms'] as const
const filter = process.env.SERVED ?? ''

t.test('real documents are served: every operation is reached, checked and mocked', async (t) => {
  const documents = await realDocuments(t)
  const results: Awaited<ReturnType<typeof examine>>[] = []
  for (const { id, file, root } of documents?.filter(({ id }) => id.includes(filter)) ?? []) {
    const result = await examine(id, file, root)
    results.push(result)
    const { operations, problems, unwritable } = result
    const diagnostic = { problems: problems.slice(0, 10), unwritable: unwritable.slice(0, 10) }
    t.same(problems.slice(0, 10), [], `${id}: ${operations} operations`, diagnostic)
  }
  const rows = results.map((each) => [
    ...COLUMNS.map((column) => each[column]),
    ...[each.unwritable.length, each.problems.length],
  ])
  const head = [...COLUMNS, 'unwritable', 'problems']
  t.comment(`real documents, served\n${table(head, rows)}`)
})
