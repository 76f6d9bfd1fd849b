import { resolve } from 'node:path'
import { type BatchOptions, batchedStore, checkInteger } from './common/batched-store.js'
import { DatabaseThread } from './sqlite/database-thread.js'
import { methods } from './sqlite/methods.js'
import type { PlantStore } from './store.js'

/** Options of `sqlite`. */
export interface SqliteOptions extends BatchOptions {
  /**
   * Milliseconds, up to 2^31-1, that a create waits for another process to finish writing before it rejects
   * with `UNAVAILABLE`. Default 5000.
   */
  readonly busyTimeout?: number
}

/**
 * A store in one SQLite file. When `create` resolves, the plant survives `kill -9` and power loss. Concurrent
 * creates share one transaction and one fsync in a thread of their own. Several stores, in several processes
 * on one machine, may use one file.
 *
 * When others remove, move, replace or truncate the file, calls reject with `UNAVAILABLE` until it is back,
 * or for ever, as the message says; no other file is created or used instead.
 *
 * The first call opens the file, or creates it with its folder. Call `ready` first if the start must fail when
 * the file is not a database, belongs to another application, has another schema version or is not writable.
 *
 * A store that was never closed does not keep the process alive and loses no stored plant.
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
  const { busyTimeout = 5_000 } = options
  if (typeof path !== 'string' || path === '' || /^sqlite:|\0/i.test(path)) {
    throw new TypeError('the path of an SQLite store must be a file name, such as plants.db')
  }
  if (path === ':memory:') throw new TypeError('SQLite keeps a file here; use memory() instead')
  checkInteger('busyTimeout', busyTimeout, 0)
  // Absolute, since the library interprets "file:x" and "http:x" as URLs.
  const thread = new DatabaseThread({ path: resolve(path), busyTimeout })
  return batchedStore(methods, thread, options)
}
