/** What the comparison of documents says of random schemas, and of random edits of real documents. */

import { existsSync, readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { parse } from '#toolkit/generator/load/source.js'
import { documentsIn } from '../../scripts/corpus/documents.js'
import { type EditCounts, randomEdit } from '../toolkit/diff/helpers/document-edits.js'
import { type PairCounts, randomPairs } from '../toolkit/diff/helpers/random-pairs.js'
import { chance } from '../toolkit/runtime/json/random.js'
import { root } from './project.js'

const corpus = join(root, '../shared/corpus')

/** Seeds of random schemas, and edits of each document. */
const [SEEDS, EDITS] = [400, 10]

/** Larger documents take long to be read so many times. */
const LARGEST = 200_000

t.setTimeout(3_600_000)

t.test('what is proved of random schemas, no value refutes', async (t) => {
  const counts: PairCounts = { proved: 0, open: 0, wrong: [] }
  for (let seed = 1_000; seed < 1_000 + SEEDS; seed++) randomPairs(seed, counts)
  t.same(counts.wrong, [])
  t.comment(`${counts.proved} proved, ${counts.open} not proved`)
})

t.test('what is told of random edits of real documents holds', async (t) => {
  if (!existsSync(join(corpus, 'manifest.json'))) {
    t.pass('real documents', { skip: 'there is no ../shared/corpus' })
    return
  }
  const counts: EditCounts = { edits: 0, breaking: 0, undecided: 0, safe: 0, values: 0, wrong: [] }
  for (const { file } of await documentsIn(corpus)) {
    if ((await stat(file)).size > LARGEST) continue
    const document = parse(file, readFileSync(file)).value as object
    for (let seed = 1; seed <= EDITS; seed++) randomEdit(document, chance(seed), counts)
  }
  t.same(counts.wrong, [])
  t.comment(JSON.stringify(counts))
})
