/** The judge of histories is judged by histories of which the verdict is known. */

import t from 'tap'
import { memory } from '../../src/store/memory.js'
import type { CreateOutcome } from '../../src/store/store.js'
import { gate } from '../helpers/gate.js'
import { rowsOf } from '../helpers/rows.js'
import { problemsOf, type RecordedCreate, type RecordedRead } from '../store-contract/history.js'
import { Recorder } from '../store-contract/recorder.js'
import { broken } from './suite/broken.js'

/** What is told of the calls for plant 1, each from one time to another one: a create, or a read of what it finds. */
const HISTORIES = `
  nothing |
  a plant that nobody created | 1-2 finds nothing
  create, read | 0-1 finds nothing, 2-3 fern created, 4-5 finds fern
  a read beside the create that finds it | 1-5 fern created, 2-3 finds fern
  a read beside the create that does not | 1-5 fern created, 2-3 finds nothing
  both reads in order | 1-9 fern created, 2-3 finds nothing, 4-5 finds fern
  both reads in the other order | 1-9 fern created, 2-3 finds fern, 4-5 finds nothing | was lost
  a plant that is gone | 1-2 fern created, 3-4 finds nothing | was lost
  a plant that is gone after a retry | 1-2 fern unchanged, 3-4 finds nothing | was lost
  a plant that is there too early | 1-2 finds fern, 3-4 fern created | was met although nobody had created it
  a plant of nobody | 1-2 finds fern | was met although nobody had created it
  a conflict with nobody | 1-2 fern conflict | was met although nobody had created it
  a conflict before the other | 1-2 fern conflict, 3-4 moss created | was met although nobody had created it
  a conflict beside the other | 1-4 fern conflict, 3-5 moss created
  two that were created | 1-2 fern created, 3-4 fern created | was created 2 times
  a plant that was changed | 1-2 fern created, 3-4 finds moss | was ["moss",null] and ["fern",null]
  a conflict with itself | 1-2 fern created, 3-4 fern conflict | was in conflict with itself
  a create that failed and was done | 1-2 fern lost, 3-4 finds fern
  a create that failed and was done later | 1-2 fern lost, 3-4 finds nothing, 5-6 finds fern
  a create that failed and was not done | 1-2 fern lost, 3-4 finds nothing
  the retry of a create that failed | 1-2 fern lost, 3-4 fern unchanged
  a create that a store repeated | 1-2 fern unchanged, 3-4 finds fern
  a failed create of another plant | 1-2 moss lost, 3-4 finds fern | was met although nobody had created it
  a conflict with one that failed | 1-2 moss lost, 3-4 fern conflict, 5-6 finds moss
  a conflict with one that failed and was never read | 1-2 moss lost, 3-4 fern conflict
  a conflict with itself, which failed | 1-2 fern lost, 3-4 fern conflict | was met although nobody had created it
`

for (const [what = '', calls = '', problem] of rowsOf(HISTORIES)) {
  t.test(what, async (t) => {
    const creates: RecordedCreate[] = []
    const reads: RecordedRead[] = []
    for (const [, start, end, does, more = ''] of calls.matchAll(/(\d)-(\d) (\w+) (\w+)/g)) {
      const call = { id: 1n, start: Number(start), end: Number(end) }
      const plant = (name = '') => ({ id: 1n, name })
      if (does !== 'finds')
        creates.push({ ...call, outcome: more as CreateOutcome, plant: plant(does) })
      else reads.push({ ...call, found: more === 'nothing' ? undefined : plant(more) })
    }
    t.same(problemsOf({ creates, reads }), problem === undefined ? [] : [`plant 1: ${problem}`])
  })
}

t.test('a create that is under way may have stored the plant that others meet', async (t) => {
  const recorder = new Recorder()
  const stored = gate()
  const good = memory()
  const slow = broken(() => ({
    create: async (plant) => {
      const outcome = await good.create(plant)
      await stored.passed
      return outcome
    },
  }))()
  const created = recorder.create(slow, { id: 1n, name: 'fern' })
  await recorder.create(good, { id: 1n, name: 'moss' })
  t.same(problemsOf(recorder.history), [])
  stored.open()
  await created
  t.same(problemsOf(recorder.history), [])
  t.equal(recorder.history.creates.length, 2)
})

t.test('a call that was refused before anything was done is no part of a history', async (t) => {
  const recorder = new Recorder()
  const store = memory()
  t.equal(await recorder.create(store, { id: 2n ** 63n, name: 'fern' }), undefined)
  await store.close()
  t.equal(await recorder.create(store, { id: 1n, name: 'fern' }), undefined)
  await recorder.get(store, 1n)
  t.same(recorder.history, { creates: [], reads: [] })
})
