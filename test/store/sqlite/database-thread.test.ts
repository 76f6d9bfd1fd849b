import t from 'tap'
import { fern, newFile, open, sent, threadOf } from './helpers.js'

t.test('when the thread is ended', async (t) => {
  const store = open(t, newFile(t))
  // Before it has loaded the library, which would abort the process.
  process.once('worker', (thread) => thread.terminate())
  await t.rejects(store.create(fern(1)), {
    name: 'StoreError',
    code: 'UNAVAILABLE',
    message: /^the database thread ended with code [01]$/,
  })
  t.equal(await store.create(fern(1)), 'created', 'a new thread does the next call')
})

t.test('when the thread throws', async (t) => {
  const store = open(t, newFile(t))
  const thread = await threadOf(() => store.ready())
  const begun = store.create(fern(1))
  await sent()
  const waiting = [store.create(fern(2)), store.create(fern(3))]
  thread.postMessage(undefined) // nothing that it knows: it throws after the create
  const answers = await Promise.allSettled([begun, ...waiting])
  t.match(answers[0], { value: 'created' })
  // The message has a way of its own to the thread, and may come behind the creates.
  const isAnswered = (each: PromiseSettledResult<unknown>) =>
    each.status === 'fulfilled'
      ? each.value === 'created'
      : each.reason.code === 'UNAVAILABLE' && each.reason.cause instanceof TypeError
  t.ok(answers.slice(1).every(isAnswered), 'what it was sent since then is stored, or fails')
  t.match(await store.create(fern(2)), /^(created|unchanged)$/, 'and can be done again')
  t.same(await store.get(1n), fern(1))
})

t.test('calls that wait when the thread dies run in the next one', async (t) => {
  const store = open(t, newFile(t))
  process.once('worker', (thread) => thread.terminate())
  const begun = store.create(fern(1))
  await sent()
  const waiting = store.create(fern(2))
  await t.rejects(begun, { code: 'UNAVAILABLE' })
  t.equal(await waiting, 'created')
})

t.test('when the idle thread dies', async (t) => {
  const store = open(t, newFile(t))
  const thread = await threadOf(() => store.create(fern(1)))
  await thread.terminate()
  t.equal(await store.create(fern(1)), 'unchanged')
})

t.test('when the thread dies while the store closes', async (t) => {
  const store = open(t, newFile(t))
  const thread = await threadOf(() => store.create(fern(1)))
  thread.postMessage(undefined)
  t.equal(await store.close(), undefined)
})

t.test('close ends the thread and leaves nothing behind', async (t) => {
  const listeners = process.listenerCount('exit')
  const store = open(t, newFile(t))
  const thread = await threadOf(() => store.ready())
  let code: number | undefined
  thread.once('exit', (exitCode) => (code = exitCode))
  await store.close()
  t.equal(code, 0)
  t.equal(process.listenerCount('exit'), listeners)
})

t.test('a store that was never used starts no thread', async (t) => {
  let threads = 0
  const count = () => (threads += 1)
  process.on('worker', count)
  t.teardown(() => process.off('worker', count))
  await open(t, newFile(t)).close()
  t.equal(threads, 0)
})
