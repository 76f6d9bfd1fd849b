/** What the comparison of documents says of random schemas, and of versions of real documents. */

import process from 'node:process'
import t from 'tap'
import { DocumentError } from '#toolkit/generator/diagnostics/problems.js'
import { type PairCounts, randomPairs } from '../toolkit/diff/helpers/random-pairs.js'
import { judgePair } from './diff/judge-pair.js'
import { type VersionPair, versionPairs } from './diff/versions.js'
import { orSkip } from './registry.js'

const SEEDS = 400

/** Pairs of versions, so many or a slice such as `100-200`; there are 384 in all. */
const [FIRST, LAST] = sliceOf(process.env.DIFF_PAIRS ?? '40')

t.setTimeout(3_600_000)

t.test('what is proved of random schemas, no value refutes', async (t) => {
  const counts: PairCounts = { proved: 0, open: 0, wrong: [] }
  for (let seed = 1_000; seed < 1_000 + SEEDS; seed++) randomPairs(seed, counts)
  t.same(counts.wrong, [])
  t.ok(counts.proved > 4 * SEEDS, `${counts.proved} proved, ${counts.open} not proved`)
})

t.test('what is told of versions of real documents, messages do not refute', async (t) => {
  const pairs = (await orSkip(t, versionPairs(LAST)))?.slice(FIRST)
  if (pairs === undefined) return
  const all = { pairs: 0, breaking: 0, undecided: 0, messages: 0, witnesses: 0 }
  for (const pair of pairs) {
    const score = judged(pair)
    if (score === undefined) continue
    t.same(score.wrong, [], pair.join(' → '))
    all.pairs++
    for (const key of ['breaking', 'undecided', 'messages', 'witnesses'] as const)
      all[key] += score[key]
  }
  t.ok(all.undecided <= all.breaking / 9, 'nine of ten that break or may break have a witness')
  t.comment(JSON.stringify(all))
})

function sliceOf(text: string): [first: number, last: number] {
  const [first = 0, last] = text.split('-').map(Number)
  return last === undefined ? [0, first] : [first, last]
}

/** `undefined` if one of the documents is wrong. */
function judged(pair: VersionPair) {
  try {
    return judgePair(...pair)
  } catch (error) {
    if (error instanceof DocumentError) return undefined
    throw error
  }
}
