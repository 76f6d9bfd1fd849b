import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import fastify from 'fastify'
import { bearer } from 'fastify-contract'
import { plantStore } from '../../../../src/plugin.js'
import { readConfig } from '../../../../src/server/config.js'
import { start } from '../../../../src/server/start.js'
import { memory } from '../../../../src/store/memory.js'
import { portOf } from './listen.js'
import { TOKEN } from './plants.js'

/** The plant store as a plugin of the app that the one by hand has, without the limits of the shipped server. */
export async function oursAsPlugin(): Promise<number> {
  const app = fastify({ logger: { level: 'warn' } })
  const security = { bearerAuth: bearer([TOKEN]) }
  await app.register(plantStore, { store: memory(), security })
  return portOf(app)
}

/** The plant store as it is shipped, over a store in memory. */
export function oursInMemory(): Promise<number> {
  return ours('memory:')
}

/** The plant store as it is shipped: each plant is on the disk before its response. */
export function oursInSqlite(): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-serve-'))
  process.on('exit', () => rmSync(folder, { recursive: true }))
  return ours(`sqlite:${path.join(folder, 'plants.db')}`)
}

async function ours(url: string): Promise<number> {
  const env = { PORT: '0', STORE_URL: url, BEARER_TOKENS: TOKEN, LOG_LEVEL: 'warn' }
  const { port } = await start(readConfig(env), process.stdout)
  return port
}
