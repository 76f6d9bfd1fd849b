/**
 * The store contract: everything that the plant store asks of a place that keeps plants, and the
 * shortest store that keeps it. They stand together so that a method is promised and shown in one file.
 *
 * A stranger can implement a store from this file and what it exports; `test/store-contract` proves it.
 */

import { checkId, ownPlant, type StoredPlant, samePlant } from './common/plant.js'
import { StoreError } from './common/store-error.js'

export { checkId, ownPlant, type StoredPlant, samePlant } from './common/plant.js'
export { StoreError, type StoreErrorCode } from './common/store-error.js'

/** Options of one call. */
export interface StoreCallOptions {
  /**
   * Aborted when nobody waits for the answer any more. A call whose signal is aborted already does
   * nothing and rejects with `signal.reason`. Later a store may give up work that it has not begun,
   * and then rejects the same way; what it has begun it finishes, all or nothing, and answers.
   */
  readonly signal?: AbortSignal | undefined
}

/**
 * What `create` did:
 * - `created`: the plant is new and stored.
 * - `unchanged`: a plant with this id and the same content is stored already; nothing was written.
 * - `conflict`: another plant holds this id; it stays as it is.
 */
export type CreateOutcome = 'created' | 'unchanged' | 'conflict'

/**
 * A place that keeps plants. What a method needs is its first argument, as a value that can be sent
 * to another thread; the options of the call are its second.
 */
export interface PlantStore {
  /**
   * Resolves when the store can answer: the file is open, the server is reached. Other calls need
   * not wait for it; it is there so that a process which cannot keep plants fails when it starts.
   *
   * @throws {StoreError} `CLOSED` or `BUSY` like the other calls; `UNAVAILABLE` when the store cannot
   * be opened: its message is then one line for the operator. Every later call tries to open it again.
   */
  ready(): Promise<void>

  /**
   * Keeps a plant, once.
   *
   * Atomic: of creates that race for one id exactly one answers `created`; the others answer
   * `unchanged` or `conflict` by comparing with the winner. When the promise resolves, the outcome
   * is as durable as this store ever makes it, and every later call sees it. The argument is
   * neither kept nor changed.
   *
   * @throws {StoreError} by its `code`, see `StoreErrorCode`.
   */
  create(plant: StoredPlant, options?: StoreCallOptions): Promise<CreateOutcome>

  /**
   * Reads one plant, or `undefined` when no plant has this id. The result is the caller's own copy,
   * without a `tag` member when the plant has no tag.
   *
   * @throws {StoreError} like `create`.
   */
  get(id: bigint, options?: StoreCallOptions): Promise<StoredPlant | undefined>

  /** Finishes the calls under way, then releases everything. May be called again; never rejects. */
  close(): Promise<void>
}

/**
 * A store that keeps plants in this process and forgets them with it: for tests, demonstrations
 * and mocks. It holds every plant it was given, so its memory grows with them.
 *
 * @example
 * const store = memory()
 * await store.create({ id: 1n, name: 'Fern' }) // 'created'
 */
export function memory(): PlantStore {
  return new MemoryStore()
}

/** Every method decides in one synchronous step, so that no two calls can interleave. */
class MemoryStore implements PlantStore {
  readonly #plants = new Map<bigint, StoredPlant>()
  #closed = false

  async ready(): Promise<void> {
    this.#admit()
  }

  async create(plant: StoredPlant, options?: StoreCallOptions): Promise<CreateOutcome> {
    this.#admit(options)
    const own = ownPlant(plant)
    const stored = this.#plants.get(own.id)
    if (stored) return samePlant(stored, own) ? 'unchanged' : 'conflict'
    this.#plants.set(own.id, own)
    return 'created'
  }

  async get(id: bigint, options?: StoreCallOptions): Promise<StoredPlant | undefined> {
    this.#admit(options)
    checkId(id)
    const stored = this.#plants.get(id)
    return stored && ownPlant(stored)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#plants.clear()
  }

  #admit(options?: StoreCallOptions): void {
    if (this.#closed) throw new StoreError('CLOSED', 'the store is closed')
    options?.signal?.throwIfAborted()
  }
}
