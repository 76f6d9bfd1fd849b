import { conform, formatReport, type Report } from 'fastify-contract/conformance'
import t, { type Test } from 'tap'
import { buildApp } from '../../src/server/app.js'
import { memory } from '../../src/store/memory.js'
import { testConfig, token } from './helpers.js'

const document = new URL(import.meta.resolve('plant-store/openapi.json')).pathname

/** Reports of the same server, injected and over a socket. */
async function reports(t: Test): Promise<Report[]> {
  const both: Report[] = []
  for (const isSocket of [false, true]) {
    const app = await buildApp({ config: testConfig(), store: memory() })
    t.teardown(() => app.close())
    const target = isSocket ? await app.listen({ host: '127.0.0.1', port: 0 }) : app
    both.push(await conform({ document, target, token }))
  }
  return both
}

t.test('the plant store keeps its contract, injected and over a socket', async (t) => {
  for (const report of await reports(t)) {
    t.ok(report.isClean && !report.isCut, formatReport(report))
    t.ok(report.requests > 300)
  }
})
