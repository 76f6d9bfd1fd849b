import assert from 'node:assert/strict'
import type { StoredPlant } from '../../src/store/store.js'
import type { Cases } from './case.js'

type Changeable = { -readonly [Member in keyof StoredPlant]: StoredPlant[Member] }

export const ownership: Cases = {
  'changes of the argument after the call have no effect': async (store) => {
    const plant: Changeable = { id: 1n, name: 'Fern', tag: 'shade' }
    const created = store.create(plant)
    Object.assign(plant, { id: 2n, name: 'Moss', tag: 'sun' })
    assert.equal(await created, 'created')
    plant.name = 'Ivy'
    assert.deepEqual(await store.get(1n), { id: 1n, name: 'Fern', tag: 'shade' })
    assert.equal(await store.get(2n), undefined)
  },

  'the argument is not changed': async (store) => {
    const plant = Object.freeze({ id: 1n, name: 'Fern', tag: undefined })
    assert.equal(await store.create(plant), 'created')
    assert.deepEqual(plant, { id: 1n, name: 'Fern', tag: undefined })
  },

  'other members than those of a plant are not stored': async (store) => {
    await store.create({ id: 1n, name: 'Fern', colour: 'green' } as StoredPlant)
    assert.deepEqual(await store.get(1n), { id: 1n, name: 'Fern' })
  },

  'a result is the own copy of its caller': async (store) => {
    await store.create({ id: 1n, name: 'Fern', tag: 'shade' })
    const mine: Changeable | undefined = await store.get(1n)
    assert(mine)
    mine.name = 'Moss'
    delete mine.tag
    assert.deepEqual(await store.get(1n), { id: 1n, name: 'Fern', tag: 'shade' })
  },
}
