import {
  errors as contractErrors,
  type ErrorBody,
  HttpRefusal,
  unavailable,
} from 'fastify-contract'
import { onceAMinute } from './once-a-minute.js'
import { StoreError, type StoreErrorCode } from './store/store.js'

/** All errors of the plant store: those of the contract runtime, and its own. */
export const errors = {
  ...contractErrors,
  idTaken: { error: 40901, message: 'Another plant holds this id.' },
} as const satisfies Record<string, ErrorBody>

const temporary: readonly StoreErrorCode[] = ['BUSY', 'CLOSED', 'UNAVAILABLE']

const isNew = onceAMinute()

/**
 * Rethrows the error of a store: as 503 if the call may succeed later, here or on another server, of which the log
 * has the cause once a minute; as 501 if the store has no such method; any other error is a fault of this server.
 */
export function storeFailed(error: unknown): never {
  if (!(error instanceof StoreError)) throw error
  if (error.code === 'UNSUPPORTED')
    throw new HttpRefusal(errors.notImplemented, { cause: error, isFailure: true })
  if (!temporary.includes(error.code)) throw error
  throw unavailable(error, isNew(error.message))
}
