import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import t from 'tap'
import { codeFolder, typeCheck } from '../helpers/tsc.js'
import { run } from './documents/run.js'
import { inThread } from './in-thread.js'

/** Number of documents; `DOCUMENTS=10000` makes more. */
const COUNT = Number(process.env.DOCUMENTS ?? 500)
/** The first of them; `DOCUMENTS_SEED=5000` makes others. */
const FIRST = Number(process.env.DOCUMENTS_SEED ?? 0)
const BATCH = 100

const RUN = new URL('./documents/run.js', import.meta.url)

t.test('random documents are told what is wrong, or generate and serve', async (t) => {
  const total = { served: 0, refused: 0, reached: 0, turnedAway: 0 }
  for (let from = FIRST; from < FIRST + COUNT; from += BATCH) {
    const folder = path.join(codeFolder(t), `${from}`)
    await mkdir(folder, { recursive: true })
    const to = Math.min(from + BATCH, FIRST + COUNT)
    const { problems, ...outcome } = await inThread(RUN, run, { folder, from, to })
    t.same(problems.slice(0, 10), [], `${from} to ${to}: ${JSON.stringify(outcome)}`)
    t.same(await typeCheck(folder, { noEmit: true, types: [] }), [])
    for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += outcome[key]
  }
  t.comment(JSON.stringify(total))
  t.ok(total.served > COUNT / 3 && total.refused > COUNT / 20 && total.reached > COUNT / 3)
})
