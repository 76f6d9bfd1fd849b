import process from 'node:process'
import t from 'tap'
import { importAll } from '../toolkit/generator/injection/harmless.js'
import { HOSTILE } from '../toolkit/generator/injection/hostile.js'
import { everywhere, mixed, single, subjects } from '../toolkit/generator/injection/sample.js'
import { tally } from '../toolkit/generator/injection/tally.js'
import { chance } from '../toolkit/runtime/json/random.js'

/** Number of trials of each hostile text in each document; `INJECTION_ROUNDS=100` tries more. */
const ROUNDS = Number(process.env.INJECTION_ROUNDS ?? 1)

for (const subject of subjects()) {
  t.test(`no text of ${subject.file} leaves its literal or comment`, async (t) => {
    const turns = ROUNDS * HOSTILE.length
    const some = Array.from({ length: turns }, (_, turn) => [
      single(subject, turn),
      ...(turn % 2 === 0 ? [mixed(subject, chance(turn))] : []),
    ]).flat()
    const { faults, verdicts } = tally(some)
    t.same(faults, [])
    const all = tally(HOSTILE.map((hostile) => everywhere(subject, hostile)))
    t.same(all.faults, [])
    t.same(await importAll(t, all.accepted), { problems: [], output: '', files: [] })
    t.comment(`${subject.file}: ${JSON.stringify([verdicts, all.verdicts])}`)
  })
}
