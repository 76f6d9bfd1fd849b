import { formatReport } from 'fastify-contract/conformance'
import t from 'tap'
import { memory } from '../../src/store/memory.js'
import { reportsOn } from './conformance-reports.js'

t.test('the plant store keeps its contract, injected and over a socket', async (t) => {
  for (const report of await reportsOn(t, memory)) {
    t.ok(report.isClean && !report.isCut, formatReport(report))
    t.ok(report.requests > 300)
  }
})
