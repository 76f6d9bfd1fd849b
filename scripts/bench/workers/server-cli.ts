/** Serves the plant store in one process or in several, and reports the port. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { readConfig } from '../../../src/server/config.js'
import { start, stop } from '../../../src/server/start.js'
import { startWorkers } from '../../../src/server/workers/start-workers.js'
import { TOKEN } from '../serve/servers/plants.js'

const [store, count = ''] = process.argv.slice(2)
const folder = mkdtempSync(path.join(tmpdir(), 'bench-workers-'))
const url = store === 'SQLite' ? `sqlite:${path.join(folder, 'plants.db')}` : 'memory:'
const env = { PORT: '0', STORE_URL: url, BEARER_TOKENS: TOKEN, LOG_LEVEL: 'warn' }
// Workers have the environment of this process. Not by WORKERS, which refuses stores in memory.
Object.assign(process.env, env)
const config = { ...readConfig(env), workers: Number(count) }

const started = config.workers > 1 ? startWorkers(config) : startAlone()
process.once('disconnect', async () => {
  const { stop } = await started
  await stop()
  rmSync(folder, { recursive: true })
  process.exit()
})
const { port } = await started
process.send?.({ port })

async function startAlone() {
  const service = await start(config, process.stdout)
  return { port: service.port, stop: () => stop(service) }
}
