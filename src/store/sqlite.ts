import { resolve } from 'node:path'
import { callStore } from './sqlite/call-store.js'
import { DatabaseThread } from './sqlite/database-thread.js'
import type { PlantStore } from './store.js'

/** Options of {@link sqlite}. */
export interface SqliteOptions {
  /** How many calls may wait for the file; one more rejects with `BUSY`. Default 10000. */
  readonly maxWaiting?: number
  /**
   * How long a create waits for another process that is writing to the file, in milliseconds, up
   * to 2^31-1, before it rejects with `UNAVAILABLE`. Default 5000.
   */
  readonly busyTimeout?: number
}

/**
 * A store in one SQLite file. A plant survives `kill -9` and power loss the moment `create`
 * resolves. Creates that are under way together share one transaction and one fsync, in a thread
 * of their own. Several stores, in several processes, may use one file on one machine.
 *
 * When others remove, move, replace or cut off the file, calls reject with `UNAVAILABLE` until it is
 * back, or for ever, as the message says; no other file is made or used instead of it.
 *
 * Returns at once and touches nothing: the first call opens the file, or makes it, with its folder.
 * `ready` is the call to make when a start must fail if that fails: because the file is not a
 * database, is another application's, is of another schema version or cannot be written.
 *
 * A store that was never closed does not keep the process alive, and loses nothing that it
 * answered for.
 *
 * @param path - A file, absolute or relative to the working directory; never a URL.
 * @throws {TypeError} when the path or an option is malformed.
 *
 * @example
 * const store = sqlite('plants.db')
 * await store.ready()
 * await store.create({ id: 1n, name: 'Fern' }) // 'created'
 * await store.close()
 */
export function sqlite(path: string, options: SqliteOptions = {}): PlantStore {
  const { maxWaiting = 10_000, busyTimeout = 5_000 } = options
  if (typeof path !== 'string' || path === '' || path.includes('\0')) {
    throw new TypeError('the path of an SQLite store must be a file name')
  }
  if (path === ':memory:') throw new TypeError('SQLite keeps a file here; use memory() instead')
  checkWhole('maxWaiting', maxWaiting, 1)
  checkWhole('busyTimeout', busyTimeout, 0)
  // Absolute, because the library takes "file:x" and "http:x" for addresses.
  return callStore(new DatabaseThread({ path: resolve(path), busyTimeout }), maxWaiting)
}

function checkWhole(option: string, value: number, least: number): void {
  if (!Number.isInteger(value) || value < least || value > 2 ** 31 - 1) {
    throw new TypeError(`${option} must be a whole number from ${least} to ${2 ** 31 - 1}`)
  }
}
