import { ContractError, errors as contractErrors, type ErrorBody } from 'fastify-contract'
import { isTold } from './availability.js'
import { StoreError, type StoreErrorCode } from './store/store.js'

/** Every error that the plant store answers: the contract runtime's, and its own. */
export const errors = {
  ...contractErrors,
  idTaken: { error: 40901, message: 'Another plant holds this id.' },
} as const satisfies Record<string, ErrorBody>

/** Seconds after which a client may try again. */
const RETRY_AFTER = '1'

const passing: readonly StoreErrorCode[] = ['BUSY', 'CLOSED', 'UNAVAILABLE']

/**
 * Rethrows what a store threw: as 503 when the same call may succeed later, on this server or another
 * one; anything else is a fault of this server.
 */
export function storeFailed(error: unknown): never {
  if (!(error instanceof StoreError && passing.includes(error.code))) throw error
  const headers = { 'retry-after': RETRY_AFTER }
  // An error with a cause is logged, for each request.
  const cause = isTold(error) ? {} : { cause: error }
  throw new ContractError(errors.unavailable, { ...cause, headers })
}
