import t, { type Test } from 'tap'
import { BatchQueue } from '../../../src/store/common/batch-queue.js'
import { rowsOf } from '../../helpers/rows.js'

/** Answers every call with itself when `release` is called. */
function heldQueue(weigh = (_: number) => 0) {
  const batches: (readonly number[])[] = []
  let release = () => {}
  const queue = new BatchQueue<number, number>({
    maxWaiting: 100_000,
    weigh,
    run: async (batch) => {
      batches.push(batch)
      await new Promise<void>((resolve) => (release = resolve))
      return batch.map((value) => ({ value }))
    },
  })
  return { queue, batches, release: () => release() }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** The turn of the calls, another one that brings no more, after which their batch begins, and one more. */
async function turns(): Promise<void> {
  for (const _ of [1, 2, 3]) await turn()
}

/** Stops the clock of a test; the returned function moves it. */
function fakeClock(t: Test): (milliseconds: number) => void {
  let time = 0
  t.intercept(performance, 'now', { value: () => time })
  return (milliseconds) => (time += milliseconds)
}

t.test('the callers of a batch go on before the next one begins', async (t) => {
  const { queue, batches, release } = heldQueue()
  const seen: number[] = []
  const first = queue.add(1).then(() => seen.push(batches.length))
  await turns()
  const second = queue.add(2).then(() => seen.push(batches.length))
  release()
  await first
  await turns()
  release()
  await second
  t.same(seen, [1, 2])
})

/** What is done to a queue in one turn or several, and the sizes of the batches that have begun then. */
const GROWTH = `
  in a long turn a batch grows for four times the time of the last one | 1 call, 2 turns, 4 ms, 1 answer, 16 slow calls -> 1, 1 slow call -> 1 17, 3 slow calls -> 1 17
  a batch grows as long as each turn brings a call | 1 call, 1 turn, 1 call, 1 turn, 1 call, 1 turn -> , 3 turns -> 3
  a batch of half of the callers begins before the end of the turn | 100 calls, 3 turns, 100 ms, 1 answer, 49 calls -> 100, 1 call -> 100 50, 60 calls, 1 answer -> 100 50 60
  a batch of all callers, where the disk takes longer than the calls of all | 50 calls, 3 turns, 50 slow calls, 51 ms, 1 answer, 49 calls -> 50, 1 call -> 50 100
  a batch of fewer than 32 calls grows until the end of the turn | 31 calls -> , 1 call -> 32
  a full batch begins before the end of the turn | 1 call, 3 turns, 1001 calls, 1 answer, 1 call -> 1 1000
`

for (const [what = '', steps = ''] of rowsOf(GROWTH)) {
  t.test(what, async (t) => {
    const pass = fakeClock(t)
    const { queue, batches, release } = heldQueue()
    const calls: Promise<number>[] = []
    let answered = 0
    const acts: Record<string, () => unknown> = {
      call: () => void calls.push(queue.add(0)),
      'slow call': async () => {
        pass(1)
        calls.push(queue.add(0))
        // No turn: nothing but microtasks runs between.
        await undefined
      },
      ms: () => pass(1),
      turn,
      async answer() {
        const first = calls[answered]
        answered += batches.at(-1)?.length ?? 0
        release()
        await first
      },
    }
    for (const step of steps.split(', ')) {
      const [, count, name = '', sizes] = /^(\d+) (.*?s?)(?: -> (.*))?$/.exec(step) ?? []
      const act = acts[name] ?? acts[name.slice(0, -1)]
      if (act === undefined) throw new Error(`there is no step ${step}`)
      for (let time = 0; time < Number(count); time++) {
        const done = act()
        if (done) await done
      }
      await undefined
      if (sizes !== undefined) t.equal(batches.map(({ length }) => length).join(' '), sizes, step)
    }
    while (answered < calls.length) {
      await turns()
      await acts.answer?.()
    }
    await Promise.all(calls)
  })
}

t.test('a batch is bounded by weight, but never empty', async (t) => {
  const { queue, batches, release } = heldQueue((call) => call * 2 ** 20)
  const calls = [2, 2, 1, 9, 1].map((call) => queue.add(call))
  for (const _ of [1, 2, 3, 4]) {
    await turns()
    release()
  }
  await Promise.all(calls)
  t.same(batches, [[2, 2], [1], [9], [1]])
})

t.test('a call that is aborted before its batch begins is never run', async (t) => {
  const { queue, batches, release } = heldQueue()
  const [controller, reason] = [new AbortController(), new Error('gave up')]
  const first = queue.add(1)
  await turns()
  const dropped = t.rejects(queue.add(2, controller.signal), reason)
  controller.abort(reason)
  await t.rejects(queue.add(3, controller.signal), reason)
  release()
  await dropped
  await turns()
  const last = queue.add(4)
  await turns()
  release()
  t.same(await Promise.all([first, last]), [1, 4])
  t.same(batches, [[1], [4]])
})

t.test('when a batch fails its calls fail, and the next batch runs', async (t) => {
  const causes = [new Error('out of order')]
  const queue = new BatchQueue<number, number>({
    maxWaiting: 10,
    weigh: () => 0,
    run: async (batch) => {
      const cause = causes.pop()
      if (cause) throw cause
      return batch.map((value) => (value < 0 ? { error: new RangeError('negative') } : { value }))
    },
  })
  const failure = { name: 'StoreError', code: 'FAILED', message: 'out of order' }
  const [one, two] = await Promise.allSettled([queue.add(1), queue.add(2)])
  t.match(one, { reason: { ...failure, cause: Error } })
  t.match(two, { reason: failure })
  const [three, four] = await Promise.allSettled([queue.add(3), queue.add(-4)])
  t.match(three, { value: 3 })
  t.match(four, { reason: { name: 'RangeError' } })
})
