import assert from 'node:assert/strict'
import type { Cases } from './case.js'

/** The operations of the plant store, each with what it does to a store. */
export const operations: Cases = {
  'createPlant stores the plant, and answers without its id': async (store, { createPlant }) => {
    const body = { id: 1n, name: 'fern', tag: 'shade' }
    const created = await createPlant({ body })
    assert.deepEqual(created, { status: 200, body: { name: 'fern', tag: 'shade' } })
    assert.deepEqual(await createPlant({ body }), created, 'a retry is safe')
    assert.deepEqual(await store.get(1n), body)
  },

  'createPlant leaves another plant as it is': async (store, { createPlant }) => {
    await store.create({ id: 1n, name: 'fern' })
    const refused = await createPlant({ body: { id: 1n, name: 'moss' } })
    assert.equal(refused.status, 409)
    assert.deepEqual(await store.get(1n), { id: 1n, name: 'fern' })
  },
}
