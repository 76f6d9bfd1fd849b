import type { Test } from 'tap'
import { someAtOnce } from './at-once.js'
import { type Api, apiOf } from './exchange/api.js'
import { type AnyFault, faults } from './faults.js'
import type { ContractName } from './kernel/document.js'
import type { Points } from './kernel/points.js'
import { legalDifferences } from './legal-differences.js'
import { pointsOf } from './points-of.js'
import { startServer } from './start.js'

/** Milliseconds for an answer, which a correct server has on any machine. */
export const PATIENCE = 240_000

/** A server that is asked. */
export interface Served {
  readonly api: Api
  close(): Promise<void>
}

/** What goes wrong in exchanges, each with a server that knows nothing of the others. */
export async function failures(
  tried: readonly AnyFault[],
  width: number,
  fresh: () => Promise<Served>,
) {
  const results = await someAtOnce(tried, width, async ({ name, exchange }) => {
    const { api, close } = await fresh()
    const why = await exchange(api).then(() => undefined, String)
    await close()
    return { name, why }
  })
  return results.filter(({ why }) => why !== undefined)
}

/** One server whose parts are made anew before each exchange. */
export async function checkHost(
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
