/**
 * Why a store could not answer:
 * - `INVALID`: the argument is no plant or no id that every store can keep; nothing was done.
 * - `CLOSED`: the call came after `close`; nothing was done.
 * - `BUSY`: more calls wait than the store is willing to hold; nothing was done. Try again later.
 * - `UNAVAILABLE`: the place where plants are kept cannot be used now: it is gone, full, locked by
 *   others. The plant is stored completely or not at all. Try again later.
 * - `FAILED`: the store could not decide, by a fault of its own. The plant is stored completely or not
 *   at all, and the same call may be made again.
 */
export type StoreErrorCode = 'INVALID' | 'CLOSED' | 'BUSY' | 'UNAVAILABLE' | 'FAILED'

/** Why a store could not answer. Codes are stable, messages are prose, the cause is chained. */
export class StoreError extends Error {
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreError'
    this.code = code
  }
}
