/** The process: settings from the environment, a port, a graceful stop. */

import { existsSync } from 'node:fs'
import process from 'node:process'
import { listenFailure, stopWithNpm } from 'fastify-contract'
import { buildApp } from './app.js'
import { loggerOf } from './logger.js'
import { SettingError } from './secrets.js'

async function main(): Promise<void> {
  // For development only; it does not override the environment.
  if (process.env.NODE_ENV !== 'production' && existsSync('.env')) process.loadEnvFile('.env')
  // An empty variable counts as unset.
  const host = process.env.HOST || '127.0.0.1'
  const port = portFrom(process.env.PORT || '3000')
  const app = await buildApp({ logger: await loggerOf() })
  // Requests under way finish; a second signal ends the process at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => app.close().finally(endSoon))
  }
  stopWithNpm(process)
  try {
    await app.listen({ host, port })
  } catch (error) {
    await app.close()
    const reason = listenFailure(error, host, port)
    throw reason === undefined ? error : new SettingError(reason, { cause: error })
  }
}

/** Lines of the log whose reader has stopped would keep the process for ever. */
function endSoon(): void {
  setTimeout(() => process.exit(), 1_000).unref()
}

function portFrom(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65535) return port
  throw new SettingError(`PORT=${text}: is no port; give a number from 0 to 65535`)
}

main().catch((error: unknown) => {
  console.error(error instanceof SettingError ? error.message : error)
  process.exitCode = 1
})
