import t from 'tap'
import { memory } from '../../src/store/memory.js'
import { storeContract } from '../store-contract/suite.js'

await storeContract(t, { name: 'memory', create: memory })

t.test('a call after close is refused in one line', async (t) => {
  const store = memory()
  await store.close()
  const error = { name: 'StoreError', code: 'CLOSED', message: 'the store is closed' }
  await t.rejects(store.ready(), error)
  await t.rejects(store.get(1n), error)
})
