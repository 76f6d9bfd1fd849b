import { fileURLToPath } from 'node:url'
import { conform, formatReport } from 'fastify-contract/conformance'
import t from 'tap'
import { buildApp } from '../../src/server/app.js'
import { memory } from '../../src/store/memory.js'
import { testConfig, token } from './helpers.js'

const document = fileURLToPath(import.meta.resolve('plant-store/openapi.json'))

t.test('the plant store keeps its contract', async (t) => {
  const app = await buildApp({ config: testConfig(), store: memory() })
  t.teardown(() => app.close())
  const target = await app.listen({ host: '127.0.0.1', port: 0 })
  const report = await conform({ document, target, token })
  t.ok(report.isClean && !report.isCut, formatReport(report))
  t.ok(report.requests > 300)
})
