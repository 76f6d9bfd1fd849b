import process from 'node:process'
import fastify from 'fastify'
import { openAdmin, type ServiceState } from '../admin-server.js'
import { hostInUrl } from '../banner.js'
import type { Config } from '../config.js'
import { bounded, isPretty, loggerOptions } from '../logging.js'
import { prettyStream } from '../pretty-log.js'
import { withToken } from '../start.js'
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
  const output = bounded(stdout)
  const lines = isPretty(config, stdout) ? prettyStream(output, 'hostname') : output
  const env = { ...shareOf(config), ...(token !== undefined && { BEARER_TOKENS: token }) }
  const pool = new WorkerPool({ env, write: (line) => lines.write(line), log })
  const state: ServiceState = {
    async trouble() {
      const troubles = (await pool.states()).map(({ trouble }) => trouble)
      return troubles.includes(undefined) ? undefined : (troubles[0] ?? 'no worker answers')
    },
    async metrics() {
      const { sumText } = await import('../metrics.js')
      return sumText((await pool.states()).map(({ metrics }) => metrics))
    },
  }
  const admin = await openAdmin(config, state, log)
  try {
    // The first one alone meets what prevents a start.
    const port = await pool.fork()
    await Promise.all(Array.from({ length: config.workers - 1 }, () => pool.fork()))
    const url = `http://${hostInUrl(config.host)}:${port}`
    log.info({ workers: pool.pids }, `Server listening at ${url}`)
    return { port, token, log, stop }
  } catch (error) {
    pool.kill()
    await admin?.close()
    throw error
  }

  /** Resolves when all have ended, with true if no request was cut off. */
  async function stop(): Promise<boolean> {
    // They take as long as that for their requests, and again for the store.
    const clean = await pool.stop(config.shutdownDelay + 2 * config.shutdownTimeout + 1_000)
    await admin?.close()
    log.info({ clean }, 'stopped')
    return clean
  }
}

/** Settings of each of several workers: what is limited in all is shared out evenly, at least one for each. */
export function shareOf(config: Config): NodeJS.ProcessEnv {
  const share = (total: number, least = 1) =>
    String(Math.max(least, Math.floor(total / config.workers)))
  return {
    MAX_CONNECTIONS: share(config.maxConnections),
    MAX_REQUESTS: share(config.maxRequests, 2),
    MAX_FAILED_TOKENS: share(config.maxFailedTokens),
    BODY_MEMORY: share(config.bodyMemory, 65_536), // the least that the setting allows
    LOG_FORMAT: 'json', // the primary makes it readable if it has to be
  }
}
