/** The process: settings from the environment, a port, a graceful stop. */

import { existsSync } from 'node:fs'
import process from 'node:process'
import { buildApp } from './app.js'

async function main(): Promise<void> {
  // For development; what the environment has already stays.
  if (existsSync('.env')) process.loadEnvFile('.env')
  const { HOST = '127.0.0.1', PORT = '3000' } = process.env
  const app = await buildApp({ logger: true })
  // Requests under way finish; a second signal ends the process at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => app.close())
  await app.listen({ host: HOST, port: Number(PORT) })
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
