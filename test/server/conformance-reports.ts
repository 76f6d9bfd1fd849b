import { fileURLToPath } from 'node:url'
import { conform, type Report } from 'fastify-contract/conformance'
import type { Test } from 'tap'
import { buildApp } from '../../src/server/app.js'
import type { PlantStore } from '../../src/store/store.js'
import { testConfig, token } from './helpers.js'

const document = fileURLToPath(import.meta.resolve('plant-store/openapi.json'))

/** Reports of the kit on the plant store with new stores: injected, and over a socket. */
export async function reportsOn(t: Test, newStore: () => PlantStore): Promise<[Report, Report]> {
  const appWithStore = async () => {
    const app = await buildApp({ config: testConfig(), store: newStore() })
    t.teardown(() => app.close())
    return app
  }
  const injected = await conform({ document, target: await appWithStore(), token })
  const url = await (await appWithStore()).listen({ host: '127.0.0.1', port: 0 })
  return [injected, await conform({ document, target: url, token })]
}
