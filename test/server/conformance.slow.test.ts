import { conform, formatReport, type Report } from 'fastify-contract/conformance'
import t, { type Test } from 'tap'
import { buildApp } from '../../src/server/app.js'
import { memory } from '../../src/store/memory.js'
import type { PlantStore } from '../../src/store/store.js'
import { changedStore } from '../store/changed-store.js'
import { testConfig, token } from './helpers.js'

const document = new URL(import.meta.resolve('plant-store/openapi.json')).pathname

/** Reports of the same server, injected and over a socket. */
async function reports(t: Test, store: () => PlantStore): Promise<Report[]> {
  const both: Report[] = []
  for (const isSocket of [false, true]) {
    const app = await buildApp({ config: testConfig(), store: store() })
    t.teardown(() => app.close())
    const target = isSocket ? await app.listen({ host: '127.0.0.1', port: 0 }) : app
    both.push(await conform({ document, target, token }))
  }
  return both
}

t.test('what a wrong store breaks is the same, injected and over a socket', async (t) => {
  const forgetful = () => changedStore(memory(), { create: async () => undefined as never })
  const [one, other] = await reports(t, forgetful)
  const keys = (report: Report | undefined) => report?.violations.map(({ key }) => key).toSorted()
  t.not(keys(one)?.length, 0)
  t.same(keys(one), keys(other))
})

t.test('the plant store keeps its contract injected, as it does over a socket', async (t) => {
  for (const report of await reports(t, memory)) {
    t.ok(report.isClean && !report.isCut, formatReport(report))
    t.ok(report.requests > 300)
  }
})
