import assert from 'node:assert/strict'
import { type Cases, rejects } from './case.js'

export const lifecycle: Cases = {
  'ready may be called repeatedly': async (store) => {
    assert.equal(await store.ready(), undefined)
    await store.create({ id: 1n, name: 'Fern' })
    assert.equal(await store.ready(), undefined)
  },

  'calls after close are refused': async (store) => {
    await store.create({ id: 1n, name: 'Fern' })
    await store.close()
    await rejects(store.create({ id: 2n, name: 'Moss' }), 'CLOSED')
    await rejects(store.get(1n), 'CLOSED')
    await rejects(store.ready(), 'CLOSED')
  },

  'calls are refused from the moment close is called': async (store) => {
    const closed = store.close()
    await rejects(store.create({ id: 1n, name: 'Fern' }), 'CLOSED')
    await closed
  },

  'close can be called again': async (store) => {
    await Promise.all([store.close(), store.close()])
    assert.equal(await store.close(), undefined)
  },

  'close finishes running calls': async (store) => {
    await store.create({ id: 0n, name: 'Fern' })
    const ids = Array.from({ length: 100 }, (_, index) => BigInt(index + 1))
    const creates = ids.map((id) => store.create({ id, name: 'Fern' }))
    const read = store.get(0n)
    await store.close()
    assert.deepEqual(new Set(await Promise.all(creates)), new Set(['created']))
    assert.deepEqual(await read, { id: 0n, name: 'Fern' })
  },
}
