import { formatReport, type Report } from 'fastify-contract/conformance'
import t from 'tap'
import { memory } from '../../src/store/memory.js'
import { changedStore } from '../store/changed-store.js'
import { reportsOn } from './conformance-reports.js'

t.test('what a wrong store breaks is the same, injected and over a socket', async (t) => {
  const forgetful = () => changedStore(memory(), { create: async () => undefined as never })
  const [one, other] = await reportsOn(t, forgetful)
  const keys = (report: Report) => report.violations.map(({ key }) => key).toSorted()
  t.not(keys(one).length, 0)
  t.same(keys(one), keys(other))
})

t.test('the plant store keeps its contract injected, as it does over a socket', async (t) => {
  for (const report of await reportsOn(t, memory)) {
    t.ok(report.isClean && !report.isCut, formatReport(report))
    t.ok(report.requests > 300)
  }
})
