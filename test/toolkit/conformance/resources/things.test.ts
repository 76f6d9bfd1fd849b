import t from 'tap'
import { TestedContract } from '#toolkit/conformance/document/contract.js'
import { kitFor } from '../helpers/kit.js'
import { documentOf } from '../state/small-world.js'

t.test('an error of the kit itself is no answer of the server', async (t) => {
  const failing = () => Promise.reject(new RangeError('no answer'))
  const target = { baseUrl: 'http://x', basePath: '', send: failing, sendRaw: failing }
  const kit = kitFor(new TestedContract(documentOf({})), target as never)
  await t.rejects(kit.prepare(), RangeError)
})
