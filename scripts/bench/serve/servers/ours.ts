import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { readConfig } from '../../../../src/server/config.js'
import { start } from '../../../../src/server/start.js'
import { TOKEN } from './plants.js'

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
