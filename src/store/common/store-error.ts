/**
 * Reason why a call of a store failed:
 * - `INVALID`: the argument is not a valid plant or id; nothing was done.
 * - `CLOSED`: the call came after `close`; nothing was done.
 * - `BUSY`: too many calls are waiting; nothing was done. Try again later.
 * - `UNAVAILABLE`: the storage is missing, full or locked by others. The plant is stored completely or not at
 *   all. Try again later.
 * - `FAILED`: an error of the store itself. The plant is stored completely or not at all; the call may be
 *   repeated.
 * - `UNSUPPORTED`: the store does not have this method; nothing was done.
 */
export type StoreErrorCode =
  | 'INVALID'
  | 'CLOSED'
  | 'BUSY'
  | 'UNAVAILABLE'
  | 'FAILED'
  | 'UNSUPPORTED'

/** A failed call. Codes are stable, messages are prose, the cause is chained. */
export class StoreError extends Error {
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreError'
    this.code = code
  }
}
