import { isIPv6 } from 'node:net'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import fastify from 'fastify'
import type { AdminServer, ServiceState } from '../admin/admin-server.js'
import type { Config } from '../config.js'
import { isPretty, loggerOptions } from '../logging.js'
import { prettyStream } from '../pretty-log.js'
import { STOPPING, withToken } from '../start.js'
import { openAdmin } from '../start-admin.js'
import { shareOf } from './share.js'
import { WorkerPool } from './worker-pool.js'

/**
 * Starts the workers of this process, the primary, which spreads connections among them (node:cluster) and
 * writes what they log. They have its environment, and end with it.
 *
 * @throws {StartError} when they cannot serve.
 */
export async function startWorkers(config: Config) {
  const { token } = withToken(config)
  const { stdout } = process
  const { log } = fastify({ logger: await loggerOptions(config, stdout) })
  // Process ids tell workers apart.
  const lines = isPretty(config, stdout) ? prettyStream(stdout, 'hostname') : stdout
  const env = { ...shareOf(config), ...(token !== undefined && { BEARER_TOKENS: token }) }
  const pool = new WorkerPool({ env, write: (line) => lines.write(line), log })
  let isStopping = false
  const state: ServiceState = {
    async trouble() {
      const troubles = isStopping ? [STOPPING] : (await pool.states()).map(({ trouble }) => trouble)
      return troubles.includes(undefined) ? undefined : (troubles[0] ?? 'no worker listens')
    },
    async metrics() {
      const { sumText } = await import('../admin/metrics.js')
      return sumText((await pool.states()).map(({ metrics }) => metrics))
    },
  }
  let admin: AdminServer | undefined
  try {
    admin = await openAdmin(config, state, log)
    // The first one alone meets what prevents a start.
    const port = await pool.fork()
    await Promise.all(Array.from({ length: config.workers - 1 }, () => pool.fork()))
    const host = isIPv6(config.host) ? `[${config.host}]` : config.host
    log.info({ workers: pool.pids }, `Server listening at http://${host}:${port}`)
    return { port, token, log, stop }
  } catch (error) {
    pool.kill()
    await admin?.close()
    throw error
  }

  /** Resolves when all have ended, with true if no request was cut off. */
  async function stop(): Promise<boolean> {
    isStopping = true
    await wait(config.shutdownDelay)
    // They take as long as that for their requests, and again for the store.
    const clean = await pool.stop(2 * config.shutdownTimeout + 1_000)
    await admin?.close()
    log.info({ clean }, 'stopped')
    return clean
  }
}
