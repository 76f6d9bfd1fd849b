import assert from 'node:assert/strict'
import type { Cases } from './case.js'

const fifty = Array.from({ length: 50 }, (_, index) => index)

function count<Item>(items: readonly Item[], wanted: Item): number {
  return items.filter((item) => item === wanted).length
}

export const concurrency: Cases = {
  'of concurrent creates of different plants with one id exactly one wins': async (store) => {
    const race = fifty.map((n) => store.create({ id: 7n, name: `plant ${n}` }))
    const outcomes = await Promise.all(race)
    assert.equal(count(outcomes, 'created'), 1)
    assert.equal(count(outcomes, 'conflict'), 49)
    const winner = outcomes.indexOf('created')
    assert.deepEqual(await store.get(7n), { id: 7n, name: `plant ${winner}` })
  },

  'of concurrent creates of equal plants exactly one answers created': async (store) => {
    const race = fifty.map(() => store.create({ id: 7n, name: 'Fern', tag: '' }))
    const outcomes = await Promise.all(race)
    assert.equal(count(outcomes, 'created'), 1)
    assert.equal(count(outcomes, 'unchanged'), 49)
  },

  'many plants can be created at once, and each answer belongs to its call': async (store) => {
    const taken = 500n
    await store.create({ id: taken, name: 'taken' })
    const ids = Array.from({ length: 3000 }, (_, index) => BigInt(index))
    const outcomes = await Promise.all(ids.map((id) => store.create({ id, name: `${id}` })))
    for (const id of ids) assert.equal(outcomes[Number(id)], id === taken ? 'conflict' : 'created')
    const plants = await Promise.all(ids.map((id) => store.get(id)))
    for (const id of ids)
      assert.deepEqual(plants[Number(id)], { id, name: id === taken ? 'taken' : `${id}` })
  },

  'a refused call does not affect others': async (store) => {
    const [good, bad, other] = await Promise.allSettled([
      store.create({ id: 1n, name: 'Fern' }),
      store.create({ id: 2n, name: '\ud800' }),
      store.create({ id: 3n, name: 'Moss' }),
    ])
    assert.deepEqual(good, { status: 'fulfilled', value: 'created' })
    assert.equal(bad.status, 'rejected')
    assert.deepEqual(other, { status: 'fulfilled', value: 'created' })
  },
}
