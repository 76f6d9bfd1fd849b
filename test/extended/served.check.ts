import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { documentsIn } from '../../scripts/corpus/documents.js'
import { table } from '../../scripts/shared/tools.js'
import { root } from './project.js'
import { examine, type Served } from './served/examine.js'

const corpus = join(root, '../shared/corpus')
const filter = process.env.SERVED ?? ''

t.test('real documents are served: every operation is reached, checked and mocked', async (t) => {
  if (!existsSync(join(corpus, 'manifest.json'))) {
    t.pass('real documents', { skip: 'there is no ../shared/corpus' })
    return
  }
  const results: Served[] = []
  for (const { id, file, root } of await documentsIn(corpus)) {
    if (!id.includes(filter)) continue
    const result = await examine(id, file, root)
    results.push(result)
    const { operations, problems, unwritable } = result
    const diagnostic = { problems: problems.slice(0, 10), unwritable: unwritable.slice(0, 10) }
    t.same(problems.slice(0, 10), [], `${id}: ${operations} operations`, diagnostic)
  }
  const head = [
    'document',
    'operations',
    'reached',
    'refused',
    'open',
    'mocked',
    'unwritable',
    'ms',
    'problems',
  ]
  const rows = results.map((each) => [
    each.id,
    each.operations,
    each.reached,
    each.refused,
    each.open,
    each.mocked,
    each.unwritable.length,
    each.ms,
    each.problems.length,
  ])
  t.comment(`real documents, served\n${table(head, rows)}`)
})
