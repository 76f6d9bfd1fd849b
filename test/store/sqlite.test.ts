import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { fern, fresh, lock, newFile, open } from './sqlite/helpers.js'

const asleep = (milliseconds: number) => setTimeout(milliseconds, 'asleep')

t.test('one call too many is refused, and can be repeated', async (t) => {
  const store = open(t, newFile(t), { maxWaiting: 10 })
  const calls = Array.from({ length: 10 }, (_, id) => store.create(fern(id)))
  await t.rejects(store.create(fern(10)), { name: 'StoreError', code: 'BUSY' })
  t.same(await Promise.all(calls), Array(10).fill('created'))
  t.equal(await store.create(fern(10)), 'created')
})

t.test('the text of waiting calls is bounded', async (t) => {
  const store = open(t, newFile(t))
  const controller = new AbortController()
  const text = 'x'.repeat(2 ** 21)
  const calls = Array.from({ length: 16 }, (_, id) =>
    store.create({ ...fern(id), name: text, tag: text }, controller),
  )
  await t.rejects(store.create(fern(32)), { name: 'StoreError', code: 'BUSY' })
  controller.abort()
  const outcomes = await Promise.allSettled(calls)
  t.same(new Set(outcomes.map(({ status }) => status)), new Set(['rejected']))
  t.equal(await store.create(fern(32)), 'created', 'there is room again')
})

t.test('while another process holds the lock', async (t) => {
  const batches: number[] = []
  const observe = ({ calls }: { calls: number }) => batches.push(calls)
  const { file, store } = fresh(t, { busyTimeout: 50, observe })
  await store.create(fern(1))
  const release = lock(t, file)
  batches.length = 0
  const answers = await Promise.allSettled([
    ...Array.from({ length: 20 }, (_, id) => store.create(fern(id))),
    store.get(1n),
  ])
  t.match(answers[0], {
    status: 'rejected',
    reason: {
      code: 'UNAVAILABLE',
      message: /^the plant store .*plants\.db cannot be used now: /,
      cause: { code: 'SQLITE_BUSY' },
    },
  })
  t.equal(answers.filter(({ status }) => status === 'rejected').length, 20, 'creates fail')
  t.match(answers[20], { status: 'fulfilled', value: fern(1) }, 'reads do not')
  t.same(batches, [21], 'the creates wait together, not in turn')
  release()
  t.equal(await store.create(fern(2)), 'created')
})

t.test('a read does not wait for the lock of another process', async (t) => {
  const { file, store } = fresh(t, { busyTimeout: 600_000 })
  await store.create(fern(1))
  lock(t, file)
  t.same(await store.get(1n), fern(1))
})

t.test('the event loop runs while the store waits for the disk', async (t) => {
  const { file, store } = fresh(t, { busyTimeout: 60_000 })
  await store.ready()
  const release = lock(t, file)
  const created = store.create(fern(1))
  for (let turn = 0; turn < 10; turn++) t.equal(await Promise.race([created, asleep(5)]), 'asleep')
  release()
  t.equal(await created, 'created')
})
