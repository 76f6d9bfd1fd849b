/** Correct servers pass each exchange that tells a fault, on whatever they run. */

import { readFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { someAtOnce } from './at-once.js'
import { type Api, apiOf } from './exchange/api.js'
import { type AnyFault, faults } from './faults.js'
import { fastifyApp } from './hosts/fastify.js'
import { type ContractName, documentFile } from './kernel/document.js'
import type { Points } from './kernel/points.js'
import { legalDifferences } from './legal-differences.js'
import { pointsOf } from './points-of.js'
import { startServer, startVariant } from './start.js'
import { variants } from './variants.js'

/** Milliseconds for an answer, which a correct server has on any machine. */
const PATIENCE = 240_000

/** A server that is asked. */
interface Served {
  readonly api: Api
  close(): Promise<void>
}

/** What goes wrong in exchanges, each with a server that knows nothing of the others. */
async function failures(tried: readonly AnyFault[], width: number, fresh: () => Promise<Served>) {
  const results = await someAtOnce(tried, width, async ({ name, exchange }) => {
    const { api, close } = await fresh()
    const why = await exchange(api).then(() => undefined, String)
    await close()
    return { name, why }
  })
  return results.filter(({ why }) => why !== undefined)
}

/** One server whose parts are made anew before each exchange. */
async function checkHost(
  t: Test,
  contract: ContractName,
  host: string,
  start: (points: () => Points) => Promise<string>,
) {
  let points = pointsOf(contract)
  const url = await start(() => points)
  const { credentials, close } = await startServer(contract)
  await close()
  const found = await failures(faults[contract], 1, async () => {
    points = pointsOf(contract)
    return { api: apiOf(url, credentials, PATIENCE), close: async () => {} }
  })
  const legal = legalDifferences[host] ?? []
  t.same(
    found.filter(({ name }) => !legal.includes(name)),
    [],
  )
  const names = found.map(({ name }) => name)
  t.same(
    legal.filter((name) => !names.includes(name)),
    [],
    'no difference is named that there is not',
  )
}

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
