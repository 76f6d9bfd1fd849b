import { StoreError } from '../common/store-error.js'

/** An error of PostgreSQL has an SQLSTATE, an error of the network a code of Node, some have none. */
interface DatabaseError {
  readonly message: string
  readonly code?: string
}

const SERIALIZATION_FAILURE = '40001'

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const SQLSTATE = /^[0-9A-Z]{5}$/

/**
 * The connection, the server or the machine has a problem that may be over soon: 08 connection, 25006 a
 * standby, 40001 and 40P01 transactions that were in each other's way, 42P07 somebody has just made the
 * table, 53 resources, 55P03 a lock, 57 the server stops or starts, 58 the system.
 */
const PASSING = /^(08...|25006|40001|40P01|42P07|53...|55P03|57...|58...)$/

/** Problems that stay until somebody does something: 28 password, 3D000 database, 42P01 table, 42501 privilege. */
const LASTING = /^(28...|3D000|3F000|42P01|42501|XX00[12])$/

/** True if the same statement may succeed soon. An error without an SQLSTATE is one of the connection. */
export function isPassing(error: unknown): boolean {
  if (error instanceof StoreError) return false
  const { code = '' } = error as DatabaseError
  return !SQLSTATE.test(code) || PASSING.test(code)
}

/** The error of a call, with the message for the operator. */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const { message, code = '' } = error as DatabaseError
  const reason = message === '' ? code : message.replace(/\n.*/s, '')
  return isPassing(error) || LASTING.test(code)
    ? unusable(reason, error)
    : new StoreError('FAILED', `PostgreSQL refused a statement: ${reason}`, { cause: error })
}

export function unusable(reason: string, cause?: unknown): StoreError {
  return new StoreError('UNAVAILABLE', `PostgreSQL cannot be used now: ${reason}`, { cause })
}

/** A plant that was in the way of another was removed before it was read: the statements are repeated. */
export function removedMeanwhile(): Error {
  return Object.assign(new Error('a plant was removed meanwhile'), { code: SERIALIZATION_FAILURE })
}
