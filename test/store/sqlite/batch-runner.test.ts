import t from 'tap'
import { commits, fern, fresh, rawDatabase, sent } from './helpers.js'

const plants = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => fern(from + n))

t.test('creates that are under way together share a transaction', async (t) => {
  const { file, store } = fresh(t)
  await store.create(fern(0))
  t.equal(commits(file), 1)
  for (const plant of plants(1, 10)) await store.create(plant)
  t.equal(commits(file), 11, 'one after the other: one transaction each')
  await Promise.all(plants(100, 900).map((plant) => store.create(plant)))
  t.equal(commits(file), 12, '900 at once: one transaction')
  await Promise.all(plants(1000, 2500).map((plant) => store.create(plant)))
  t.equal(commits(file), 15, '2500 at once: one for each 1000')
})

t.test('creates that arrive during a commit share the next', async (t) => {
  const { file, store } = fresh(t)
  await store.ready()
  const first = store.create(fern(0))
  await sent()
  await Promise.all([first, ...plants(1, 100).map((plant) => store.create(plant))])
  t.equal(commits(file), 2)
})

for (const effect of ['abort', 'rollback']) {
  t.test(`a plant that cannot be stored does not fail the others: ${effect}`, async (t) => {
    const { file, store } = fresh(t)
    await store.ready()
    rawDatabase(t, file).exec(`
      create trigger poison before insert on plants when new.name = 'poison'
      begin select raise(${effect}, 'poisoned'); end`)
    const poison = { id: 50n, name: 'poison' }
    const creates = [...plants(0, 50), poison, ...plants(51, 50)].map((plant) =>
      store.create(plant),
    )
    const reads = [store.get(0n), store.get(50n)]
    const answers = await Promise.allSettled(creates)
    const [failure] = answers.splice(50, 1)
    t.match(failure, {
      reason: {
        code: 'FAILED',
        message: `create failed in the plant store ${file}: poisoned`,
        cause: Error,
      },
    })
    t.ok(answers.every((answer) => answer.status === 'fulfilled' && answer.value === 'created'))
    t.same(await Promise.all(reads), [fern(0), undefined])
    await t.rejects(store.create(poison), {
      message: `create failed in the plant store ${file}: poisoned`,
    })
    t.equal(await store.create(fern(50)), 'created')
  })
}

t.test('a read that fails', async (t) => {
  const { file, store } = fresh(t)
  await store.create(fern(1))
  rawDatabase(t, file).exec('drop table plants')
  await t.rejects(store.get(1n), {
    code: 'FAILED',
    message: /^get failed in the plant store .*: no such table/,
  })
})
