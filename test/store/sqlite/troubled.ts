/** Stores whose file others remove, replace or truncate. */

import { execFileSync } from 'node:child_process'
import { renameSync } from 'node:fs'
import process from 'node:process'
import Database from 'libsql'
import type { Test } from 'tap'
import type { SqliteOptions } from '../../../src/store/sqlite.js'
import type { PlantStore } from '../../../src/store/store.js'
import { fern, newFile, open } from './helpers.js'

/** A store with the plants 0 to 9 in it. */
export async function stocked(t: Test, file = newFile(t), options: SqliteOptions = {}) {
  const store = open(t, file, options)
  for (let id = 0; id < 10; id++) await store.create(fern(id))
  return { file, store }
}

/** The ids in a file, as whoever opens it next sees them. */
export function idsIn(file: string): number[] {
  const database = new Database(file)
  try {
    const rows = database.prepare('select id from plants order by id').raw().all() as [number][]
    return rows.map(([id]) => id)
  } finally {
    database.close()
  }
}

export function shell(cwd: string, commands: string): void {
  execFileSync('sh', ['-ec', commands], { cwd })
}

/** Moves a file with its log, which belongs to it. */
export function moveWithLog(from: string, to: string): void {
  for (const suffix of ['', '-wal']) renameSync(`${from}${suffix}`, `${to}${suffix}`)
}

export const ids = (count: number) => Array.from({ length: count }, (_, id) => id)

/** Nothing is answered, and nothing written. */
export async function refuses(t: Test, store: PlantStore, file: string, why: RegExp | string) {
  const calls: (() => Promise<unknown>)[] = [
    () => store.create(fern(99)),
    () => store.get(1n),
    () => store.ready(),
  ]
  for (const call of calls) {
    const error = { name: 'StoreError', code: 'UNAVAILABLE', message: why }
    await t.rejects(call(), error)
    await t.rejects(call(), { message: file })
  }
}

/** As another process does it: in this one, closing the file would give up the locks of SQLite. */
export function cut(file: string, size: number): void {
  execFileSync(process.execPath, ['-e', `fs.truncateSync(${JSON.stringify(file)}, ${size})`])
}

export const gone = /the file is gone; put it back$/
export const replaced = /another file is in its place; put the first one back, or stop/
