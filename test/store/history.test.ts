/** The judge of histories is judged: by histories of which the verdict is known, and by broken stores. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import t from 'tap'
import { memory } from '../../src/store/memory.js'
import { type CreateOutcome, type PlantStore, StoreError } from '../../src/store/store.js'
import { problemsOf, type RecordedCreate, type RecordedRead } from '../store-contract/history.js'
import { Recorder } from '../store-contract/recorder.js'
import { broken } from './suite/broken.js'

type Call = RecordedCreate | RecordedRead

/** A create of this plant from `start` to `end`. */
function made(
  start: number,
  end: number,
  outcome: CreateOutcome | 'lost',
  name = 'fern',
): RecordedCreate {
  return { id: 1n, start, end, outcome, plant: { id: 1n, name } }
}

/** A read that finds a plant of that name, or none. */
function read(start: number, end: number, name?: string): RecordedRead {
  return { id: 1n, start, end, found: name === undefined ? undefined : { id: 1n, name } }
}

const WAS_LOST = 'plant 1: was lost'
const BY_NOBODY = 'plant 1: was met although nobody had created it'

const HISTORIES: Record<string, readonly [calls: Call[], problem?: string]> = {
  nothing: [[]],
  'a plant that nobody created': [[read(1, 2)]],
  'create, read': [[read(0, 1), made(2, 3, 'created'), read(4, 5, 'fern')]],
  'a read beside the create that finds it': [[made(1, 5, 'created'), read(2, 3, 'fern')]],
  'a read beside the create that does not': [[made(1, 5, 'created'), read(2, 3)]],
  'both reads in order': [[made(1, 9, 'created'), read(2, 3), read(4, 5, 'fern')]],
  'both reads in the other order': [
    [made(1, 9, 'created'), read(2, 3, 'fern'), read(4, 5)],
    WAS_LOST,
  ],
  'a plant that is gone': [[made(1, 2, 'created'), read(3, 4)], WAS_LOST],
  'a plant that is gone after a retry': [[made(1, 2, 'unchanged'), read(3, 4)], WAS_LOST],
  'a plant that is there too early': [[read(1, 2, 'fern'), made(3, 4, 'created')], BY_NOBODY],
  'a plant of nobody': [[read(1, 2, 'fern')], BY_NOBODY],
  'a conflict with nobody': [[made(1, 2, 'conflict')], BY_NOBODY],
  'a conflict before the other': [
    [made(1, 2, 'conflict'), made(3, 4, 'created', 'moss')],
    BY_NOBODY,
  ],
  'a conflict beside the other': [[made(1, 4, 'conflict'), made(3, 5, 'created', 'moss')]],
  'two that were created': [
    [made(1, 2, 'created'), made(3, 4, 'created')],
    'plant 1: was created 2 times',
  ],
  'a plant that was changed': [
    [made(1, 2, 'created'), read(3, 4, 'moss')],
    'plant 1: was ["moss",null] and ["fern",null]',
  ],
  'a conflict with itself': [
    [made(1, 2, 'created'), made(3, 4, 'conflict')],
    'plant 1: was in conflict with itself',
  ],
  'a create that failed and was done': [[made(1, 2, 'lost'), read(3, 4, 'fern')]],
  'a create that failed and was done later': [[made(1, 2, 'lost'), read(3, 4), read(5, 6, 'fern')]],
  'a create that failed and was not done': [[made(1, 2, 'lost'), read(3, 4)]],
  'the retry of a create that failed': [[made(1, 2, 'lost'), made(3, 4, 'unchanged')]],
  'a create that a store repeated': [[made(1, 2, 'unchanged'), read(3, 4, 'fern')]],
  'a failed create of another plant': [[made(1, 2, 'lost', 'moss'), read(3, 4, 'fern')], BY_NOBODY],
  'a conflict with one that failed': [
    [made(1, 2, 'lost', 'moss'), made(3, 4, 'conflict'), read(5, 6, 'moss')],
  ],
  'a conflict with one that failed and was never read': [
    [made(1, 2, 'lost', 'moss'), made(3, 4, 'conflict')],
  ],
  'a conflict with itself, which failed': [[made(1, 2, 'lost'), made(3, 4, 'conflict')], BY_NOBODY],
}

for (const [what, [calls, problem]] of Object.entries(HISTORIES)) {
  t.test(what, async (t) => {
    const creates = calls.filter((call) => 'plant' in call)
    const reads = calls.filter((call) => 'found' in call)
    t.same(problemsOf({ creates, reads }), problem === undefined ? [] : [problem])
  })
}

/** Callers that create and read plants of few ids at once; then each is read once more. */
async function problemsUnderLoad(store: PlantStore): Promise<string[]> {
  const recorder = new Recorder()
  const caller = async (own: number) => {
    for (let round = 0; round < 30; round++) {
      const id = BigInt(round)
      await recorder.get(store, id)
      await recorder.create(store, { id, name: own % 2 === 0 ? 'fern' : 'moss' })
      await nextTurn()
      await recorder.get(store, id)
    }
  }
  await Promise.all(Array.from({ length: 8 }, (_, own) => caller(own)))
  for (let round = 0; round < 30; round++) await recorder.get(store, BigInt(round))
  return problemsOf(recorder.history)
}

const down = new StoreError('UNAVAILABLE', 'the store is down')

t.test('a store without a defect, and one that fails at times', async (t) => {
  t.same(await problemsUnderLoad(memory()), [])
  let count = 0
  const failing = broken((good) => ({
    create: async (plant) => {
      count += 1
      if (count % 5 === 0) throw down
      const outcome = await good.create(plant)
      if (count % 7 === 0) throw down
      return outcome
    },
    get: async (id) => {
      count += 1
      if (count % 3 === 0) throw down
      return good.get(id)
    },
  }))()
  t.same(await problemsUnderLoad(failing), [])
})

t.test('a create that is under way may have stored the plant that others meet', async (t) => {
  const recorder = new Recorder()
  let answer = () => {}
  const stored = new Promise<void>((resolve) => {
    answer = resolve
  })
  const good = memory()
  const slow = broken(() => ({
    create: async (plant) => {
      const outcome = await good.create(plant)
      await stored
      return outcome
    },
  }))()
  const created = recorder.create(slow, { id: 1n, name: 'fern' })
  await recorder.create(good, { id: 1n, name: 'moss' })
  t.same(problemsOf(recorder.history), [])
  answer()
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
  const bug = broken(() => ({ create: () => Promise.reject(new Error('bug')) }))()
  await t.rejects(recorder.create(bug, { id: 1n, name: 'fern' }), { message: 'bug' })
  const other = broken(() => ({ get: () => Promise.reject(new Error('bug')) }))()
  await t.rejects(recorder.get(other, 1n), { message: 'bug' })
})
