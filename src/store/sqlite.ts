import { resolve } from 'node:path'
import { BatchQueue } from './common/batch-queue.js'
import { callStateOf } from './common/call-state.js'
import { StoreError } from './common/store-error.js'
import { DatabaseThread } from './sqlite/database-thread.js'
import type { StoreCall } from './sqlite/messages.js'
import { methods, type StoreMethod, type ThreadedStore } from './sqlite/methods.js'
import type { PlantStore, StoreCallOptions } from './store.js'

/** Options of `sqlite`. */
export interface SqliteOptions {
  /** Most waiting calls; one more rejects with `BUSY`. Default 10000. */
  readonly maxWaiting?: number
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
  const { maxWaiting = 10_000, busyTimeout = 5_000 } = options
  if (typeof path !== 'string' || path === '' || path.includes('\0')) {
    throw new TypeError('the path of an SQLite store must be a file name')
  }
  if (path === ':memory:') throw new TypeError('SQLite keeps a file here; use memory() instead')
  checkInteger('maxWaiting', maxWaiting, 1)
  checkInteger('busyTimeout', busyTimeout, 0)
  // Absolute, since the library interprets "file:x" and "http:x" as URLs.
  return callStore(new DatabaseThread({ path: resolve(path), busyTimeout }), maxWaiting)
}

function checkInteger(option: string, value: number, least: number): void {
  if (!Number.isInteger(value) || value < least || value > 2 ** 31 - 1) {
    throw new TypeError(`${option} must be a whole number from ${least} to ${2 ** 31 - 1}`)
  }
}

/** A store whose methods are calls to the thread of its file, in batches. */
function callStore(thread: DatabaseThread, maxWaiting: number): PlantStore {
  const queue = new BatchQueue<StoreCall, unknown>({
    run: (calls) => thread.run(calls),
    weigh: ({ argument }) => textLength(argument),
    maxWaiting,
  })
  let closed: Promise<void> | undefined
  const caller = (method: StoreCall['method']) => {
    const { check } = methods[method] as StoreMethod<unknown, unknown>
    return (value: unknown, options?: StoreCallOptions): Promise<unknown> => {
      try {
        const argument = check(value)
        if (closed) throw new StoreError('CLOSED', 'the store is closed')
        const outcome = queue.add({ method, argument }, callStateOf(options))
        thread.look()
        return outcome
      } catch (error) {
        return Promise.reject(error)
      }
    }
  }
  const names = Object.keys(methods) as StoreCall['method'][]
  const callers = Object.fromEntries(names.map((name) => [name, caller(name)]))
  return {
    // Each name has the method whose type `methods` declares.
    ...(callers as unknown as ThreadedStore),
    close() {
      closed ??= queue.idle().then(() => thread.close())
      return closed
    },
  }
}

/** UTF-16 code units of all text in a value. */
function textLength(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((length, member) => length + textLength(member), 0)
}
