import { readFileSync } from 'node:fs'
import path from 'node:path'
import { load } from 'js-yaml'
import t from 'tap'
import { ROOT } from '../../helpers/tsc.js'
import { chance } from '../runtime/json/random.js'
import { type EditCounts, randomEdit } from './helpers/document-edits.js'
import { type PairCounts, randomPairs } from './helpers/random-pairs.js'

const SEEDS = 12

t.test('what is proved of random schemas, no value refutes', async (t) => {
  const counts: PairCounts = { proved: 0, open: 0, wrong: [] }
  for (let seed = 1; seed <= SEEDS; seed++) randomPairs(seed, counts)
  t.same(counts.wrong, [])
  t.ok(counts.proved > 4 * SEEDS, `${counts.proved} proved`)
  t.ok(counts.open > SEEDS, `${counts.open} not proved`)
})

t.test('what is told of random edits of a document holds', async (t) => {
  const counts: EditCounts = { edits: 0, breaking: 0, undecided: 0, safe: 0, values: 0, wrong: [] }
  const file = path.join(ROOT, 'test/fixtures/documents/shapes.yaml')
  const document = load(readFileSync(file, 'utf8')) as object
  for (let seed = 1; seed <= 16; seed++) randomEdit(document, chance(seed), counts)
  t.same(counts.wrong, [])
  t.ok(counts.edits > 10 && counts.breaking > 0 && counts.values > 100, JSON.stringify(counts))
})
