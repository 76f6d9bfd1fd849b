import t, { type Test } from 'tap'
import { BatchQueue } from '../../../src/store/common/batch-queue.js'

/** Answers every call with itself when `release` is called. */
function heldQueue(weigh = (_: number) => 0) {
  const batches: (readonly number[])[] = []
  let release = () => {}
  const queue = new BatchQueue<number, number>({
    maxWaiting: 100_000,
    weigh,
    run: async (batch) => {
      batches.push(batch)
      await new Promise<void>((resolve) => {
        release = resolve
      })
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
  return (milliseconds) => {
    time += milliseconds
  }
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

t.test('in a long turn a batch grows for four times the time of the last one', async (t) => {
  const pass = fakeClock(t)
  const { queue, batches, release } = heldQueue()
  const calls = [queue.add(1)]
  await turns()
  pass(4)
  release()
  await calls[0]
  const sizes: number[] = []
  // All of this is one turn: nothing but microtasks runs between.
  for (let call = 2; batches.length < 2 && call < 100; call++) {
    calls.push(queue.add(call))
    sizes.push(call)
    pass(1)
    await undefined
  }
  t.equal(sizes.length, 17, 'one for each millisecond, from the first to the sixteenth')
  t.equal(batches.length, 2, 'it began before the end of the turn')
  t.same(batches[1], sizes, 'with all calls until then')
  release()
  await Promise.all(calls)
})

t.test('a batch grows as long as each turn brings a call', async (t) => {
  const { queue, batches, release } = heldQueue()
  const calls: Promise<number>[] = []
  for (const call of [1, 2, 3, 4, 5]) {
    calls.push(queue.add(call))
    await turn()
  }
  t.same(batches, [])
  await turns()
  t.same(batches, [[1, 2, 3, 4, 5]])
  release()
  await Promise.all(calls)
})

t.test('a batch of half of the callers begins before the end of the turn', async (t) => {
  const pass = fakeClock(t)
  const { queue, batches, release } = heldQueue()
  const calls = Array.from({ length: 100 }, (_, call) => queue.add(call))
  await turns()
  pass(100)
  release()
  await calls[0]
  const more = (count: number) => Array.from({ length: count }, () => queue.add(0))
  calls.push(...more(49))
  await undefined
  t.equal(batches.length, 1)
  calls.push(...more(1))
  await undefined
  t.equal(batches[1]?.length, 50)
  calls.push(...more(60))
  release()
  await calls[100]
  t.equal(batches[2]?.length, 60, 'the next one begins without a turn')
  release()
  await Promise.all(calls)
})

t.test('a batch of all callers, where the disk takes longer than the calls of all', async (t) => {
  const pass = fakeClock(t)
  const { queue, batches, release } = heldQueue()
  const more = (count: number) => Array.from({ length: count }, () => queue.add(0))
  const calls = more(50)
  await turns()
  for (let count = 0; count < 50; count++) {
    pass(1)
    calls.push(...more(1))
  }
  pass(51)
  release()
  await calls[0]
  calls.push(...more(49))
  await undefined
  t.equal(batches.length, 1, 'it waits for those that have been answered')
  calls.push(...more(1))
  await undefined
  t.equal(batches[1]?.length, 100)
  release()
  await Promise.all(calls)
})

t.test('a batch of fewer than 32 calls grows until the end of the turn', async (t) => {
  const { queue, batches, release } = heldQueue()
  const calls = Array.from({ length: 31 }, (_, call) => queue.add(call))
  await undefined
  t.equal(batches.length, 0)
  calls.push(queue.add(31))
  await undefined
  t.equal(batches[0]?.length, 32)
  release()
  await Promise.all(calls)
})

t.test('a full batch begins before the end of the turn', async (t) => {
  const { queue, batches, release } = heldQueue()
  const calls = [queue.add(0)]
  await turns()
  for (let call = 1; call <= 1001; call++) calls.push(queue.add(call))
  release()
  await calls[0]
  calls.push(queue.add(1002))
  await undefined
  t.same(batches[1]?.length, 1000)
  for (const _ of [1, 2]) {
    release()
    await turns()
  }
  await Promise.all(calls)
})

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

t.test(
  'a call that is aborted before its batch begins is never run, and never waits later',
  async (t) => {
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
  },
)

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
