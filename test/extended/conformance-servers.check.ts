/** The servers that test the kit, where that needs packages or files from outside. */

import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { conform, formatReport } from 'fastify-contract/conformance'
import t, { type Test } from 'tap'
import { CACHE, install, Unavailable } from '../../scripts/bench/shared/packages.js'
import { importPeer } from '../../scripts/bench/shared/peer.js'
import { ROOT } from '../helpers/tsc.js'
import { expressServer } from '../toolkit/conformance/servers/hosts/express.js'
import { fastifyApp } from '../toolkit/conformance/servers/hosts/fastify.js'
import { type ContractName, documentFile } from '../toolkit/conformance/servers/kernel/document.js'
import { listen } from '../toolkit/conformance/servers/kernel/listen.js'
import { pointsOf } from '../toolkit/conformance/servers/points-of.js'
import { credentialsOf, startServer } from '../toolkit/conformance/servers/start.js'
import { securityOf } from './peers/credentials.js'

const EXPRESS = 'express@5.3.0'

const SEEDS = process.env.CONFORM === 'all' ? Array.from({ length: 20 }, (_, at) => at + 1) : [1]

/** Seconds for a server and a seed. */
const TIME = 20

t.setTimeout(0)

for (const contract of ['plants', 'catalog'] as const) {
  t.test(`the kit finds nothing wrong with ${contract} on Express`, { timeout: 0 }, async (t) => {
    const folder = path.join(CACHE, 'conformance')
    try {
      await install(folder, [EXPRESS])
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      t.pass(`${contract} on Express`, { skip: error.message })
      return
    }
    const { default: express } = await importPeer(folder, 'express')
    const points = pointsOf(contract)
    const server = expressServer(express, points)
    t.teardown(() => server.closeAllConnections())
    t.teardown(() => server.close())
    await isClean(t, contract, await listen(server))
  })

  t.test(`the kit finds nothing wrong with ${contract} on Fastify`, { timeout: 0 }, async (t) => {
    const points = pointsOf(contract)
    const app = await fastifyApp(t, readFileSync(documentFile(contract), 'utf8'), points)
    t.teardown(() => app.close())
    await isClean(t, contract, await app.listen({ port: 0, host: '127.0.0.1' }))
  })
}

async function isClean(t: Test, contract: ContractName, target: string): Promise<void> {
  const security = securityOf({ credentials: credentialsOf(contract) })
  for (const seed of SEEDS) {
    const document = documentFile(contract)
    const report = await conform({ document, target, security, seed, time: TIME })
    t.equal(report.isClean ? '' : formatReport(report), '', `seed ${seed}`)
  }
}

const hostile = path.join(ROOT, '../shared/hostile-input')

t.test('the correct plant store answers hostile requests as they deserve', async (t) => {
  if (!existsSync(hostile)) {
    t.pass('hostile requests', { skip: 'there is no ../shared/hostile-input' })
    return
  }
  const { url, credentials, close } = await startServer('plants')
  t.teardown(close)
  const args = [path.join(hostile, 'run.mjs'), url, credentials.bearerAuth as string, '--slow']
  const { stdout } = await promisify(execFile)(process.execPath, args).catch((error) => error)
  t.match(stdout, /^298 passed, 0 failed /m)
})
