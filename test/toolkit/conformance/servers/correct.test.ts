/** Correct servers pass each exchange that tells a fault, on whatever they run. */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import t, { type Test } from 'tap'
import { CACHE, install, Unavailable } from '../../../../scripts/bench/shared/packages.js'
import { importPeer } from '../../../../scripts/bench/shared/peer.js'
import { someAtOnce } from './at-once.js'
import { type Api, apiOf } from './exchange/api.js'
import { type AnyFault, faults } from './faults.js'
import { expressServer } from './hosts/express.js'
import { fastifyApp } from './hosts/fastify.js'
import { type ContractName, documentFile } from './kernel/document.js'
import { listen } from './kernel/listen.js'
import type { Points } from './kernel/points.js'
import { legalDifferences } from './legal-differences.js'
import { pointsOf } from './points-of.js'
import { startServer, startVariant } from './start.js'
import { variants } from './variants.js'

const EXPRESS = 'express@5.3.0'
/** Of the exchanges, a variant is asked each one of so many: together they are asked all. */
const SHARE = 19

interface Served {
  readonly api: Api
  close(): Promise<void>
}

const CONTRACTS: ContractName[] = ['plants', 'catalog']

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
    return { api: apiOf(url, credentials), close: async () => {} }
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

for (const contract of CONTRACTS) {
  t.test(`${contract} on Fastify`, async (t) => {
    await checkHost(t, contract, `${contract} on Fastify`, async (points) => {
      const app = await fastifyApp(t, readFileSync(documentFile(contract), 'utf8'), points)
      t.teardown(() => app.close())
      return app.listen({ port: 0, host: '127.0.0.1' })
    })
  })

  t.test(`${contract} on Express`, async (t) => {
    const folder = path.join(CACHE, 'conformance')
    try {
      await install(folder, [EXPRESS])
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      t.pass(`${contract} on Express`, { skip: error.message })
      return
    }
    const { default: express } = await importPeer(folder, 'express')
    await checkHost(t, contract, `${contract} on Express`, async (points) => {
      const server = expressServer(express, points)
      t.teardown(() => server.closeAllConnections())
      t.teardown(() => server.close())
      return listen(server)
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
        return { api: apiOf(url, credentials), close }
      })
      t.same(found, [])
    })
  }
}
