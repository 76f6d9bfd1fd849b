import {
  type CreateOutcome,
  checkId,
  ownPlant,
  type PlantStore,
  type StoreCallOptions,
  type StoredPlant,
  StoreError,
  samePlant,
} from './store.js'

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
