/** The conformance kit beside other testers, on the same faulty servers. */

import { join } from 'node:path'
import process from 'node:process'
import t, { type Test } from 'tap'
import { markdownTable } from '../../scripts/bench/shared/markdown.js'
import { kit } from './peers/kit.js'
import { Results } from './peers/results.js'
import { schemathesis } from './peers/schemathesis.js'
import { type Score, scoreOf } from './peers/score.js'
import { specmatic } from './peers/specmatic.js'
import { correct, faulty, type Subject } from './peers/subjects.js'
import { CACHE, orSkip } from './registry.js'

/** `all`, or every so many faults one; `PEERS=4,20` is of plants and of the catalog. Unset, it is a few. */
const { PEERS } = process.env

const [ofPlants, ofCatalog] = stepsOf(PEERS)

/** Longer runs go on where they were ended. */
const results = new Results(PEERS === undefined ? undefined : join(CACHE, 'peers/results.jsonl'))

const [seeds, step] = PEERS === undefined ? [1, Number.POSITIVE_INFINITY] : [3, 3]

const subjects: Subject[] = [
  ...correct('plants', seeds, step),
  ...faulty('plants', ofPlants),
  ...correct('catalog', seeds, step),
  ...faulty('catalog', ofCatalog),
]

t.setTimeout(0)

t.test(
  'the kit beside other testers, on faulty servers and on correct ones',
  { timeout: 0 },
  async (t) => {
    const peers = await orSkip(t, Promise.all([schemathesis(), specmatic()]))
    if (peers === undefined) return
    const testers = [kit, ...peers]
    // One after the other, so that each has the machine to itself.
    for (const subject of subjects)
      for (const tester of testers) await results.measure(tester, subject)
    const [own = [], ...others] = testers.map((tester) => [
      scoreOf(tester, 'plants', subjects, results),
      scoreOf(tester, 'catalog', subjects, results),
    ])
    const table = tableOf([own, ...others])
    for (const line of table.trimEnd().split('\n')) t.comment(line)
    for (const { contract, accused } of own)
      t.strictSame(accused, [], `${contract}: no false alarm`)
    for (const other of others) compare(t, own, other)
  },
)

function stepsOf(peers: string | undefined): [plants: number, catalog: number] {
  if (peers === undefined) return [84, 690]
  const [plants = 1, catalog = plants] = peers === 'all' ? [] : peers.split(',').map(Number)
  return [plants, catalog]
}

function compare(t: Test, own: readonly Score[], peer: readonly Score[]): void {
  for (const { tester, contract, tests } of peer) {
    t.ok(tests > 0, `${tester.name} has tested ${contract}`)
  }
  const [most, its] = [foundBy(own), foundBy(peer)]
  const told = `${most.length} faults are found; by the other ${its.length}`
  // Of a few on a busy machine, one that comes late decides.
  if (PEERS === undefined) t.comment(told)
  else t.ok(most.length >= its.length, told)
  for (const { name, fault } of its.filter((each) => !most.includes(each))) {
    t.comment(`only the other finds ${name}: ${fault}`)
  }
}

function foundBy(scores: readonly Score[]): Subject[] {
  return scores.flatMap(({ found }) => found)
}

function tableOf(scores: readonly (readonly Score[])[]): string {
  const head = [
    ...['Tester', 'Version', 'Plant store: faults found', 'Catalog: faults found'],
    ...['Correct servers accused', 'Seconds (median)'],
  ]
  const rows = scores.map((ofTester) => {
    const sum = (count: (score: Score) => number) =>
      ofTester.reduce((all, score) => all + count(score), 0)
    return [
      ...ofTester.slice(0, 1).flatMap(({ tester: { name, version } }) => [name, version]),
      ...ofTester.map(({ found, faulty }) => `${found.length} of ${faulty}`),
      `${sum(({ accused }) => accused.length)} of ${sum(({ correct }) => correct)}`,
      ofTester.map(({ seconds }) => seconds.toFixed(1)).join(', '),
    ]
  })
  return markdownTable(head, rows)
}
