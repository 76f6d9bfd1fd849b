import t from 'tap'
import { loadContract } from '#toolkit/cli/mock/loaded-contract.js'
import { mockApp } from '#toolkit/cli/mock/mock-app.js'

const DOCUMENT = 'test/fixtures/conformance/plants.yaml'

t.test('members that the contract does not name are no part of what is kept', async (t) => {
  t.capture(console, 'log')
  for (const stateful of [true, false]) {
    const loaded = await loadContract(DOCUMENT)
    t.teardown(loaded.remove)
    const app = await mockApp(loaded, { stateful, unimplemented: false })
    t.teardown(() => app.close())
    const payload = { id: 7, name: 'fern', extra: 1 }
    const headers = { authorization: 'Bearer any' }
    const made = await app.inject({ method: 'POST', url: '/plants', payload, headers })
    t.equal(made.statusCode, 200)
    t.notHas(made.json(), { extra: 1 })
  }
})
