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

/** A place that keeps plants. */
export interface PlantStore {
  /**
   * Resolves when the store can answer: the file is open, the server is reached. Other calls need
   * not wait for it; it is there so that a process which cannot keep plants fails when it starts.
   *
   * @throws {StoreError} `CLOSED` or `BUSY` like the other calls; `FAILED` when the store cannot be
   * opened: its message is then one line for the operator. Every later call tries to open it again.
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
   * @throws {StoreError} by its `code`, see {@link StoreErrorCode}.
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
 * Why a store could not answer:
 * - `INVALID`: the argument is no plant or no id that every store can keep; nothing was done.
 * - `CLOSED`: the call came after `close`; nothing was done.
 * - `BUSY`: more calls wait than the store is willing to hold; nothing was done. Try again later.
 * - `FAILED`: the store could not decide. The plant is stored completely or not at all, and the
 *   same call may be made again.
 */
export type StoreErrorCode = 'INVALID' | 'CLOSED' | 'BUSY' | 'FAILED'

/** Why a store could not answer. Codes are stable, messages are prose, the cause is chained. */
export class StoreError extends Error {
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreError'
    this.code = code
  }
}

/** Whether two plants have the same content: the rule behind `unchanged`. */
export function samePlant(a: StoredPlant, b: StoredPlant): boolean {
  return a.id === b.id && a.name === b.name && a.tag === b.tag
}

/**
 * A copy of a plant for a store to keep or to hand out, so that neither side sees what the other
 * does to its own. Without a `tag` member when the plant has no tag.
 *
 * @throws {StoreError} code `INVALID` when the plant is not what {@link StoredPlant} describes: a
 * store refuses what it could only keep changed, such as a lone surrogate, which UTF-8 cannot hold.
 */
export function ownPlant({ id, name, tag }: StoredPlant): StoredPlant {
  checkId(id)
  if (!isText(name)) throw new StoreError('INVALID', 'the name of a plant must be well-formed text')
  if (tag === undefined) return { id, name }
  if (!isText(tag)) throw new StoreError('INVALID', 'the tag of a plant must be well-formed text')
  return { id, name, tag }
}

/**
 * Refuses an id that no plant can have.
 *
 * @throws {StoreError} code `INVALID` unless the id is a bigint from -2^63 to 2^63-1.
 */
export function checkId(id: bigint): void {
  if (typeof id !== 'bigint' || BigInt.asIntN(64, id) !== id) {
    throw new StoreError('INVALID', 'the id of a plant must be a bigint from -2^63 to 2^63-1')
  }
}

/** With the `u` flag a surrogate pair is one code point, so only a lone surrogate matches. */
const loneSurrogate = /\p{Surrogate}/u

function isText(value: unknown): boolean {
  return typeof value === 'string' && !loneSurrogate.test(value)
}
