/** The servers that test the kit, where that needs packages or files from outside. */

import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import t from 'tap'
import { CACHE, install } from '../../scripts/bench/shared/packages.js'
import { importPeer } from '../../scripts/bench/shared/peer.js'
import { ROOT } from '../helpers/tsc.js'
import { expressServer } from '../toolkit/conformance/servers/hosts/express.js'
import { fastifyApp } from '../toolkit/conformance/servers/hosts/fastify.js'
import { type ContractName, documentFile } from '../toolkit/conformance/servers/kernel/document.js'
import { listen } from '../toolkit/conformance/servers/kernel/listen.js'
import { pointsOf } from '../toolkit/conformance/servers/points-of.js'
import { credentialsOf, securityOf, startServer } from '../toolkit/conformance/servers/start.js'
import { isClean } from './clean.js'
import { orSkip } from './registry.js'

const EXPRESS = 'express@5.3.0'

const SEEDS = process.env.CONFORM === 'all' ? Array.from({ length: 20 }, (_, at) => at + 1) : [1]

const TIME = 20

t.setTimeout(0)

for (const contract of ['plants', 'catalog'] as const) {
  t.test(`the kit finds nothing wrong with ${contract} on Express`, { timeout: 0 }, async (t) => {
    const folder = path.join(CACHE, 'conformance')
    const installed = install(folder, [EXPRESS]).then(() => true)
    if (!(await orSkip(t, installed, `${contract} on Express`))) return
    const { default: express } = await importPeer(folder, 'express')
    const points = pointsOf(contract)
    const server = expressServer(express, points)
    t.teardown(() => server.closeAllConnections())
    t.teardown(() => server.close())
    await isClean(t, optionsOf(contract, await listen(server)), SEEDS)
  })

  t.test(`the kit finds nothing wrong with ${contract} on Fastify`, { timeout: 0 }, async (t) => {
    const points = pointsOf(contract)
    const app = await fastifyApp(t, readFileSync(documentFile(contract), 'utf8'), points)
    t.teardown(() => app.close())
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    await isClean(t, optionsOf(contract, url), SEEDS)
  })
}

function optionsOf(contract: ContractName, target: string) {
  const security = securityOf({ credentials: credentialsOf(contract) })
  return { document: documentFile(contract), target, security, time: TIME }
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
