/** The servers that test the kit, where that needs packages or files from outside. */

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import t from 'tap'
import { CACHE, install, Unavailable } from '../../scripts/bench/shared/packages.js'
import { importPeer } from '../../scripts/bench/shared/peer.js'
import { ROOT } from '../helpers/tsc.js'
import { checkHost } from '../toolkit/conformance/servers/check-host.js'
import { expressServer } from '../toolkit/conformance/servers/hosts/express.js'
import { listen } from '../toolkit/conformance/servers/kernel/listen.js'
import { startServer } from '../toolkit/conformance/servers/start.js'

const EXPRESS = 'express@5.3.0'

for (const contract of ['plants', 'catalog'] as const) {
  t.test(`${contract} on Express passes each exchange that tells a fault`, async (t) => {
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
