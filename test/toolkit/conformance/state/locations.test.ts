import t from 'tap'
import { state } from '#toolkit/conformance/probes/state/state.js'
import { AppTarget } from '#toolkit/conformance/target/app-target.js'
import { contractOf } from '../helpers/documents.js'
import { kitFor } from '../helpers/kit.js'
import { stubApp } from '../helpers/stub-app.js'

const contract = contractOf(
  'POST /exports | {202: {description: Begun., headers: {Location: {schema: {type: string}}}}}',
)

t.test('the Location of what has begun leads to something', async (t) => {
  const told = async (location: string) => {
    const { app } = stubApp(({ method, path }) => {
      if (method === 'POST') return { status: 202, headers: { location } }
      if (path === '/api/exports') return { status: 405 }
      return { status: path === '/api/jobs/j7' ? 200 : 404 }
    })
    const kit = kitFor(contract, new AppTarget(app, '/api'))
    Object.defineProperty(kit.things.lateness, 'waits', { value: [] })
    for (const operation of contract.operations) await state.run(kit, operation)
    return kit.violations.map(({ check, received }) => `${check}: ${received}`)
  }
  t.same(await told('/api/jobs/j7'), [])
  t.same(await told('https://other.example/jobs/j7'), [])
  t.same(await told('/api/job/j7'), ['location: Location: /api/job/j7, status 404'])
  t.same(await told('/api/exports'), ['location: Location: /api/exports, status 405'])
  t.same(await told('/jobs/j7'), ['location: Location: /jobs/j7'])
})
