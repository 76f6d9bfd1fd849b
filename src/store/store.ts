/**
 * The contract of a store, and the shortest store that satisfies it, in one file so that each method has its
 * description and an example. `README.md` says how to add a store.
 */

import { checkId, ownPlant, type StoredPlant, samePlant } from './common/plant.js'
import { type CallState, callStateOf } from './common/store-call.js'
import { StoreError } from './common/store-error.js'

export type { BatchReport } from './common/batch-queue.js'
export { checkId, ownPlant, type StoredPlant, samePlant } from './common/plant.js'
export { StoreError, type StoreErrorCode } from './common/store-error.js'

/** Options of every call of a store. */
export interface StoreCallOptions {
  /**
   * Aborted when the caller no longer needs the result. A call with an aborted signal does nothing and
   * rejects with `signal.reason`. A store may also cancel a call that it has not begun; it finishes what it
   * has begun, all or nothing.
   */
  readonly signal?: AbortSignal | undefined
  /** The state of `signal`, for a store that only looks at it: handlers make their signal when it is read. */
  readonly abortState?: CallState | undefined
}

/**
 * The result of `create`:
 * - `created`: the plant is new and stored.
 * - `unchanged`: a plant with this id and the same content was stored before; nothing was written.
 * - `conflict`: another plant has this id; it stays as it is.
 */
export type CreateOutcome = 'created' | 'unchanged' | 'conflict'

/**
 * A storage of plants. A method has one argument, which can be sent to another thread, and then the options
 * of the call.
 */
export interface PlantStore {
  /**
   * Resolves when the file is open or the server is connected, so that a process with an unusable store fails
   * when it starts. Other calls need not wait for it.
   *
   * @throws {StoreError} `CLOSED` or `BUSY` like other calls; `UNAVAILABLE` when the store cannot be opened,
   * with a message of one line for the operator. Every later call tries to open it again.
   */
  ready(): Promise<void>

  /**
   * Stores a plant once.
   *
   * Atomic: of concurrent creates with one id exactly one resolves with `created`; the others compare with
   * it and resolve with `unchanged` or `conflict`. When the promise resolves, the plant is as durable as this
   * store can make it, and visible to every later call. The argument is neither kept nor changed.
   *
   * @throws {StoreError} with a `code`, see `StoreErrorCode`.
   */
  create(plant: StoredPlant, options?: StoreCallOptions): Promise<CreateOutcome>

  /**
   * Reads a plant; `undefined` if none has this id. The result is the caller's own copy, without a `tag`
   * member when the plant has no tag.
   *
   * @throws {StoreError} like `create`.
   */
  get(id: bigint, options?: StoreCallOptions): Promise<StoredPlant | undefined>

  /** Finishes running calls, then releases all resources. May be called again; never rejects. */
  close(): Promise<void>
}

/**
 * A store in the memory of this process, which grows with every plant: for tests, demonstrations and mocks.
 *
 * @example
 * const store = memory()
 * await store.create({ id: 1n, name: 'Fern' }) // 'created'
 */
export function memory(): PlantStore {
  return new MemoryStore()
}

/** Each method runs in one synchronous step, so that calls never interleave. */
class MemoryStore implements PlantStore {
  readonly #plants = new Map<bigint, StoredPlant>()
  #closed = false

  async ready(): Promise<void> {
    this.#checkCall()
  }

  async create(plant: StoredPlant, options?: StoreCallOptions): Promise<CreateOutcome> {
    this.#checkCall(options)
    const own = ownPlant(plant)
    const stored = this.#plants.get(own.id)
    if (stored) return samePlant(stored, own) ? 'unchanged' : 'conflict'
    this.#plants.set(own.id, own)
    return 'created'
  }

  async get(id: bigint, options?: StoreCallOptions): Promise<StoredPlant | undefined> {
    this.#checkCall(options)
    checkId(id)
    const stored = this.#plants.get(id)
    return stored && ownPlant(stored)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#plants.clear()
  }

  #checkCall(options?: StoreCallOptions): void {
    if (this.#closed) throw new StoreError('CLOSED', 'the store is closed')
    callStateOf(options)?.throwIfAborted()
  }
}
