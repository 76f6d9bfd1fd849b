import path from 'node:path'
import process from 'node:process'
import t from 'tap'
import { codeFolder, typeCheck, writeFiles } from '../helpers/tsc.js'
import { HOSTILE } from '../toolkit/generator/injection/hostile.js'
import { everywhere, single, subjects } from '../toolkit/generator/injection/sample.js'
import { tally } from '../toolkit/generator/injection/tally.js'

/** Number of trials of each hostile text in each document; `INJECTION_ROUNDS=100` tries more. */
const ROUNDS = Number(process.env.INJECTION_ROUNDS ?? 0.5)

/** Half a round has every second text. */
const STEP = Math.max(1, Math.round(1 / ROUNDS))

for (const [index, subject] of subjects().entries()) {
  t.test(`no text of ${subject.file} leaves its literal or comment`, async (t) => {
    const turns = Array.from({ length: ROUNDS * HOSTILE.length }, (_, n) => STEP * n + index)
    const { faults, verdicts } = tally(turns.map((turn) => single(subject, turn)))
    t.same(faults, [])
    const all = tally(HOSTILE.map((hostile) => everywhere(subject, hostile)))
    t.same(all.faults, [])
    const folder = codeFolder(t)
    for (const [at, files] of all.accepted.entries())
      await writeFiles(path.join(folder, String(at)), files)
    t.same(await typeCheck(folder, { types: [] }), [])
    t.comment(`${subject.file}: ${JSON.stringify([verdicts, all.verdicts])}`)
  })
}
