/** Correct servers pass each exchange that tells a fault, on whatever they run. */

import { readFileSync } from 'node:fs'
import t from 'tap'
import { checkHost, failures, PATIENCE } from './check-host.js'
import { apiOf } from './exchange/api.js'
import { faults } from './faults.js'
import { fastifyApp } from './hosts/fastify.js'
import { type ContractName, documentFile } from './kernel/document.js'
import { legalDifferences } from './legal-differences.js'
import { startVariant } from './start.js'
import { variants } from './variants.js'

/** Of the exchanges, a variant is asked each one of so many: together they are asked all. */
const SHARE = 19

const CONTRACTS: ContractName[] = ['plants', 'catalog']

for (const contract of CONTRACTS) {
  t.test(`${contract} on Fastify`, async (t) => {
    await checkHost(t, contract, `${contract} on Fastify`, async (points) => {
      const app = await fastifyApp(t, readFileSync(documentFile(contract), 'utf8'), points)
      t.teardown(() => app.close())
      return app.listen({ port: 0, host: '127.0.0.1' })
    })
  })

  for (const [number, { name }] of variants.entries()) {
    t.test(`${contract}, ${name}`, async (t) => {
      const tried = faults[contract].filter(
        ({ name: fault }, at) =>
          at % SHARE === number % SHARE && !legalDifferences[name]?.includes(fault),
      )
      t.ok(tried.length > 10)
      const found = await failures(tried, 8, async () => {
        const { url, credentials, close } = await startVariant(contract, name)
        return { api: apiOf(url, credentials, PATIENCE), close }
      })
      t.same(found, [])
    })
  }
}
