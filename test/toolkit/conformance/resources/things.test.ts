import t from 'tap'
import { TestedContract } from '#toolkit/conformance/document/contract.js'
import { Kit } from '#toolkit/conformance/run/kit.js'
import { UNHURRIED } from '../helpers/limits.js'
import { documentOf } from '../state/small-world.js'

t.test('an error of the kit itself is no answer of the server', async (t) => {
  const failing = () => Promise.reject(new RangeError('no answer'))
  const target = { baseUrl: 'http://x', basePath: '', send: failing, sendRaw: failing }
  const limits = { seed: 1, ...UNHURRIED }
  const contract = new TestedContract(documentOf({}))
  const kit = new Kit({ contract, target: target as never, credentials: {}, ...limits })
  await t.rejects(kit.prepare(), RangeError)
})
