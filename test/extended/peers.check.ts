/** The conformance kit beside other testers, on the same faulty servers and on correct ones. */

import process from 'node:process'
import t from 'tap'
import { markdownTable } from '../../scripts/bench/shared/markdown.js'
import { kit } from './peers/kit.js'
import { schemathesis } from './peers/schemathesis.js'
import { Score } from './peers/score.js'
import { specmatic } from './peers/specmatic.js'
import { correct, faulty } from './peers/subjects.js'
import { orSkip } from './registry.js'

/** `all`, or every so many faults one; `PEERS=4,20` is of plants and of the catalog. Unset, it is a few. */
const { PEERS } = process.env

const [ofPlants, ofCatalog] = stepsOf(PEERS)

const [seeds, step] = PEERS === undefined ? [1, Number.POSITIVE_INFINITY] : [3, 3]

const SUBJECTS = {
  plants: [...correct('plants', seeds, step), ...faulty('plants', ofPlants)],
  catalog: [...correct('catalog', seeds, step), ...faulty('catalog', ofCatalog)],
}

t.setTimeout(0)

t.test('the kit beside others, on faulty and correct servers', { timeout: 0 }, async (t) => {
  const peers = await orSkip(t, Promise.all([schemathesis(), specmatic()]))
  if (peers === undefined) return
  const rows: [tester: string, version: string, ...scores: Score[]][] = []
  // One after the other, so that each has the machine to itself.
  for (const tester of [kit, ...peers]) {
    const scores = [new Score(), new Score()]
    for (const [at, subjects] of Object.values(SUBJECTS).entries())
      for (const subject of subjects) await scores[at]?.measure(tester, subject)
    rows.push([tester.name, tester.version, ...scores])
  }
  for (const line of tableOf(rows).trimEnd().split('\n')) t.comment(line)
  const [[, , ...own] = [], ...others] = rows
  for (const { accused } of own) t.strictSame(accused, [], 'no false alarm')
  for (const [name, , ...scores] of others)
    for (const [at, score] of scores.entries()) {
      t.ok(score.tests > 0, `${name} has tested`)
      const [ours, its] = [own[at]?.found ?? [], score.found]
      // Of a few on a busy machine, one that comes late decides.
      if (PEERS !== undefined) t.ok(ours.length >= its.length, `${ours.length} and ${its.length}`)
      for (const each of its.filter((each) => !ours.includes(each)))
        t.comment(`only ${name} finds ${each}`)
    }
})

function stepsOf(peers: string | undefined): [plants: number, catalog: number] {
  if (peers === undefined) return [84, 690]
  const [plants = 1, catalog = plants] = peers === 'all' ? [] : peers.split(',').map(Number)
  return [plants, catalog]
}

function tableOf(rows: readonly [tester: string, version: string, ...scores: Score[]][]): string {
  const head = [
    ...['Tester', 'Version', 'Plant store: faults found', 'Catalog: faults found'],
    ...['Correct servers accused', 'Seconds (median)'],
  ]
  const cells = rows.map(([tester, version, ...scores]) => {
    const sum = (count: (score: Score) => number) =>
      scores.reduce((all, score) => all + count(score), 0)
    return [
      ...[tester, version],
      ...scores.map(({ found, faulty }) => `${found.length} of ${faulty.length}`),
      `${sum(({ accused }) => accused.length)} of ${sum(({ correct }) => correct.length)}`,
      scores.map(({ seconds }) => seconds.toFixed(1)).join(', '),
    ]
  })
  return markdownTable(head, cells)
}
