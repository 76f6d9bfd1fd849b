import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openStore } from '../../../src/store/open.js'
import type { PostgresServer } from '../../shared/postgres-server.js'
import { fillPostgres, fillSqlite } from './fill.js'
import type { Spread } from './spread.js'

/** Something filled that a process can open. */
export interface FilledStore {
  readonly url: string
  /** On the disk. */
  readonly bytes?: number
  readonly remove: () => Promise<void>
}

/** A store that is filled with plants. */
export interface StoreSubject {
  readonly name: string
  readonly fill: (spread: Spread) => Promise<FilledStore>
}

export const MEMORY: StoreSubject = {
  name: 'memory',
  // By the process that has it.
  fill: async () => ({ url: 'memory:', remove: async () => {} }),
}

export const SQLITE: StoreSubject = {
  name: 'SQLite',
  fill: async (spread) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'bench-scale-'))
    const remove = async () => rmSync(folder, { recursive: true })
    const file = path.join(folder, 'plants.db')
    const url = `sqlite:${file}`
    return filled({ url, remove }, () => fillSqlite(file, spread))
  },
}

export function postgresSubject(server: PostgresServer): StoreSubject {
  return {
    name: 'PostgreSQL',
    fill: async (spread) => {
      const url = server.url()
      const remove = async () => void (await server.query('drop table plants'))
      return filled({ url, remove }, () => fillPostgres(server, spread))
    },
  }
}

/** The store itself makes the schema. */
async function filled(
  { url, remove }: FilledStore,
  fill: () => number | Promise<number>,
): Promise<FilledStore> {
  const store = openStore(url)
  await store.ready().finally(() => store.close())
  return { url, remove, bytes: await fill() }
}
