import assert from 'node:assert/strict'
import type { PlantStore } from '../../src/store/store.js'
import type { Cases } from './case.js'

const plants = [
  { id: -(2n ** 63n), name: 'a\0b' },
  { id: 2n ** 53n + 1n, name: '', tag: '' },
  { id: 2n ** 63n - 1n, name: '🌿', tag: 'cafe\u0301' },
]

/** Cases for a store that keeps its plants when it is closed. */
export function reopening(reopen: () => PlantStore | Promise<PlantStore>): Cases {
  async function reopened(use: (store: PlantStore) => Promise<void>): Promise<void> {
    const store = await reopen()
    try {
      await use(store)
    } finally {
      await store.close()
    }
  }

  return {
    'plants are there after closing and opening again': async (store) => {
      for (const plant of plants) await store.create(plant)
      await store.close()
      await reopened(async (again) => {
        for (const plant of plants) {
          assert.deepEqual(await again.get(plant.id), plant)
          assert.equal(await again.create(plant), 'unchanged')
          assert.equal(await again.create({ ...plant, name: 'other' }), 'conflict')
        }
      })
    },

    'what close finished is there after opening again': async (store) => {
      const ids = Array.from({ length: 100 }, (_, index) => BigInt(index))
      const creates = ids.map((id) => store.create({ id, name: 'Fern' }))
      await store.close()
      await Promise.all(creates)
      await reopened(async (again) => {
        for (const id of ids) assert.deepEqual(await again.get(id), { id, name: 'Fern' })
      })
    },
  }
}
