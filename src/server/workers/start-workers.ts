import { isIPv6 } from 'node:net'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import fastify, { type FastifyBaseLogger } from 'fastify'
import type { AdminServer } from '../admin/admin-server.js'
import type { Config } from '../config.js'
import { isPretty, type LogOutput, loggerOptions, prettyStream } from '../logging.js'
import { withToken } from '../start.js'
import { openAdmin } from '../start-admin.js'
import { followTokens } from '../token-file.js'
import { shareOf } from './share.js'
import { WorkerPool } from './worker-pool.js'

/** Several processes on one port. */
export interface RunningWorkers {
  readonly port: number
  readonly token: string | undefined
  readonly log: FastifyBaseLogger
  /** Resolves when all have ended, with true if no request was cut off. */
  stop(): Promise<boolean>
}

/**
 * Starts the workers of this process, the primary, which spreads connections among them (node:cluster) and
 * writes what they log. It ends with none of them left.
 *
 * @throws {StartError} when they cannot serve.
 */
export async function startWorkers(configured: Config): Promise<RunningWorkers> {
  const { config, token } = withToken(configured)
  const { stdout, stderr } = process
  const output = isPretty(config, stdout) ? prettyLines(stdout) : jsonLines(stdout)
  const app = fastify({ logger: loggerOptions({ ...config, logFormat: 'json' }, output) })
  const { log } = app
  const errors = (lines: string) => void stderr.write(lines)
  const pool = new WorkerPool(shareOf(config), { log: output.write, errors }, log)
  process.once('exit', () => pool.kill())
  let admin: AdminServer | undefined
  try {
    admin = await openAdmin(config, pool, log)
    const port = await pool.start()
    followTokens(app, config, (tokens) => pool.accept(tokens))
    const host = isIPv6(config.host) ? `[${config.host}]` : config.host
    log.info({ workers: pool.pids }, `Server listening at http://${host}:${port}`)
    return { port, token, log, stop }
  } catch (error) {
    pool.kill()
    await admin?.close()
    throw error
  }

  async function stop(): Promise<boolean> {
    pool.turnAway()
    await wait(config.shutdownDelay)
    const clean = await pool.stop()
    await admin?.close()
    await app.close()
    log.info({ clean }, 'stopped')
    return clean
  }
}

function jsonLines(output: LogOutput): LogOutput {
  return { write: (lines) => output.write(lines) }
}

/** Workers are told apart by their process ids. */
function prettyLines(output: LogOutput): LogOutput {
  const pretty = prettyStream(output, 'hostname')
  return { write: (lines) => lines.match(/.*\n/g)?.map((line) => pretty.write(line)) }
}
