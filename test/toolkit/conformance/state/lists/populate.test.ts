import t from 'tap'
import { TestedContract } from '#toolkit/conformance/document/contract.js'
import { keysOf } from '#toolkit/conformance/probes/state/lists/populate.js'

t.test('items are told apart by their identities, or by all that they have', async (t) => {
  const info = { title: 'Keys', version: '1' }
  const contract = new TestedContract({ openapi: '3.1.0', info, paths: {} })
  const items = [{ id: 7, size: 1 }, { size: 2n ** 60n }, { size: 1 }]
  t.same(keysOf({ kit: { contract } } as never, { idNames: ['id'] } as never, items), [
    '7',
    '{"size":"1152921504606846976"}',
    '{"size":1}',
  ])
})
