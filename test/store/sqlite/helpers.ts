import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Worker } from 'node:worker_threads'
import Database from 'libsql'
import type { Test } from 'tap'
import { type SqliteOptions, sqlite } from '../../../src/store/sqlite.js'
import type { PlantStore } from '../../../src/store/store.js'

/** A file name in a folder of this test's own. */
export function newFile(t: Test): string {
  return join(t.testdir(), 'plants.db')
}

/** A store that is closed when the test ends. */
export function open(t: Test, file: string, options?: SqliteOptions): PlantStore {
  const store = sqlite(file, options)
  t.teardown(() => store.close())
  return store
}

/** A store on a file of its own. */
export function fresh(t: Test, options?: SqliteOptions) {
  const file = newFile(t)
  return { file, store: open(t, file, options) }
}

/** Another application's connection to the file. */
export function rawDatabase(t: Test, file: string): Database.Database {
  const database = new Database(file)
  t.teardown(() => database.close())
  return database
}

/** Holds the write lock of the file until the returned function is called. */
export function lock(t: Test, file: string): () => void {
  const database = rawDatabase(t, file)
  database.exec('begin immediate')
  return () => database.exec('rollback')
}

/**
 * Number of transactions in the write-ahead log: a frame that ends one has the size of the
 * database in its second word (https://www.sqlite.org/fileformat2.html#the_write_ahead_log).
 */
export function commits(file: string): number {
  const log = readFileSync(`${file}-wal`)
  const frameSize = 24 + log.readUInt32BE(8)
  let count = 0
  for (let frame = 32; frame < log.length; frame += frameSize)
    if (log.readUInt32BE(frame + 4) !== 0) count += 1
  return count
}

/** The thread that the store starts when `use` makes its first call. */
export async function threadOf(use: () => Promise<unknown>): Promise<Worker> {
  const [[worker]] = await Promise.all([once(process, 'worker'), use()])
  return worker
}

/** Waits until the calls so far are on their way to the thread. */
export async function sent(): Promise<void> {
  for (const _ of ['the turn of the calls', 'one without calls']) await new Promise(setImmediate)
}

export const fern = (id: bigint | number) => ({ id: BigInt(id), name: 'Fern' })

export interface Writer {
  readonly child: ChildProcess
  /** Its output by id, when it has ended. */
  readonly outcomes: Promise<Map<bigint, string>>
}

export function writer(t: Test, file: string, name: string, count: number): Writer {
  const script = fileURLToPath(new URL('./writer.js', import.meta.url))
  const child = spawn(process.execPath, [script, file, name, `${count}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  const outcomes = text(child.stdout).then((printed) => {
    const lines = printed.split('\n').slice(0, -1) // behind the last line break is nothing, or a torn line
    return new Map(
      lines.map((line) => {
        const [id = '', outcome = ''] = line.split(' ')
        return [BigInt(id), outcome]
      }),
    )
  })
  return { child, outcomes }
}
