import process from 'node:process'
import t from 'tap'
import { importAll } from '../toolkit/generator/injection/harmless.js'
import { HOSTILE } from '../toolkit/generator/injection/hostile.js'
import { everywhere, mixed, single, subjects } from '../toolkit/generator/injection/sample.js'
import { tally } from '../toolkit/generator/injection/tally.js'
import { chance } from '../toolkit/runtime/json/random.js'

/** Number of trials of each hostile text in each document; `INJECTION_ROUNDS=100` tries more. */
const ROUNDS = Number(process.env.INJECTION_ROUNDS ?? 0.5)

/** Half a round has every second text. */
const STEP = Math.max(1, Math.round(1 / ROUNDS))

for (const [index, subject] of subjects().entries()) {
  t.test(`no text of ${subject.file} leaves its literal or comment`, async (t) => {
    const turns = Array.from({ length: ROUNDS * HOSTILE.length }, (_, n) => STEP * n + index)
    const some = turns.flatMap((turn, n) => [
      single(subject, turn),
      ...(n % 2 === 0 ? [mixed(subject, chance(turn))] : []),
    ])
    const { faults, verdicts } = tally(some)
    t.same(faults, [])
    const all = tally(HOSTILE.map((hostile) => everywhere(subject, hostile)))
    t.same(all.faults, [])
    t.same(await importAll(t, all.accepted), { problems: [], output: '', files: [] })
    t.comment(`${subject.file}: ${JSON.stringify([verdicts, all.verdicts])}`)
  })
}
