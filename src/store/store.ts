/**
 * The store contract: everything that the plant store asks of a place that keeps plants.
 *
 * A stranger can implement a store from this file alone; `test/store-contract` proves it.
 */

/** A complete plant. The caller has validated it; a store persists it and prepares nothing. */
export interface StoredPlant {
  /** Unique in one store; any value from -2^63 to 2^63-1, kept exactly. */
  readonly id: bigint
  /** Any well-formed text, U+0000 included, kept code unit by code unit (no normalisation, no trimming). */
  readonly name: string
  /** Like `name`. `undefined` (no tag) and `''` (an empty tag) are different and stay so. */
  readonly tag?: string | undefined
}

/** Options of one call. */
export interface StoreCallOptions {
  /**
   * Aborted when nobody waits for the answer any more. A store may give up work that it has not
   * begun, and then rejects with `signal.reason`; what it has begun it finishes, all or nothing.
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

/** A place that keeps plants. */
export interface PlantStore {
  /**
   * Keeps a plant, once.
   *
   * Atomic: of creates that race for one id exactly one answers `created`; the others answer
   * `unchanged` or `conflict` by comparing with the winner. When the promise resolves, the outcome
   * is as durable as this store ever makes it, and every later call sees it. The argument is
   * neither kept nor changed.
   *
   * @throws {StoreError} code `CLOSED` after `close`, `FAILED` when the store could not decide; the
   * plant is then stored completely or not at all, and the same call may be made again.
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

/** Whether two plants have the same content: the rule behind `unchanged`. */
export function samePlant(a: StoredPlant, b: StoredPlant): boolean {
  return a.id === b.id && a.name === b.name && a.tag === b.tag
}

/** Why a store could not answer. Codes are stable, messages are prose, the cause is chained. */
export class StoreError extends Error {
  readonly code: 'CLOSED' | 'FAILED'

  constructor(code: 'CLOSED' | 'FAILED', message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreError'
    this.code = code
  }
}
