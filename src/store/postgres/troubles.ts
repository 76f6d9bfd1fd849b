import { StoreError } from '../common/store-error.js'

/** An error of PostgreSQL has an SQLSTATE, an error of the network a code of Node, some have none. */
interface DatabaseError {
  readonly message: string
  readonly code?: string
}

/** The first two characters are the class. Codes of Node, such as EPIPE, may be as long. */
const SQLSTATE = /^(\d[0-9A-Z]|F0|HV|P0|XX)[0-9A-Z]{3}$/

/**
 * Problems of what was sent: 0A a feature, 21, 22 and 23 the values, 42 the statement, 44 and P0 what others
 * have added to the table. https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const REFUSAL = /^(0A|21|22|23|42|44|P0)/

/**
 * Problems that stay until somebody does something: 28 password, 3D database, 3F schema, 42501 privilege, 42P01
 * table, 57P04 database removed, F0 settings, XX001 and XX002 corruption.
 */
const LASTING = /^(28...|3D...|3F...|42501|42P01|57P04|F0...|XX00[12])$/

/** Somebody has just made the table. */
const JUST_MADE = '42P07'

/** A transaction of somebody else had a row for too long, and may have it for longer. */
const LOCKED = '55P03'

/**
 * True if the same statement may succeed soon: connection, server, machine or standby have a problem that may
 * be over, or transactions were in each other's way. An error without an SQLSTATE is one of the connection.
 */
export function isPassing(error: unknown): boolean {
  if (error instanceof StoreError || isLocked(error)) return false
  const { code = '' } = error as DatabaseError
  return code === JUST_MADE || !(isRefusal(code) || LASTING.test(code))
}

/** True if a transaction of somebody else has a row. */
export function isLocked(error: unknown): boolean {
  return (error as DatabaseError).code === LOCKED
}

function isRefusal(code: string): boolean {
  return SQLSTATE.test(code) && REFUSAL.test(code) && !LASTING.test(code)
}

/** What the operator may do about an error, by its code. */
const REMEDIES: readonly (readonly [code: RegExp, remedy: string])[] = [
  [
    /^E(CONNREFUSED|HOSTUNREACH|NOENT|NOTFOUND|TIMEDOUT)$/,
    'start it, or correct its host and port',
  ],
  [/CERT|^SELF_SIGNED/, 'name its authority with sslrootcert=FILE'],
  [/^28/, 'correct the user or the password, or let them in by pg_hba.conf'],
  [/^3D/, 'create the database, or name another one'],
  [/^3F/, 'create the schema, or name another one'],
  [/^42501$/, 'grant it to the role'],
]

/** The error of a call, with the message for the operator. */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const { message, code = '' } = error as DatabaseError
  const reason = message === '' ? code : message.replace(/\n.*/s, '')
  if (isRefusal(code) && code !== JUST_MADE) {
    return new StoreError('FAILED', `PostgreSQL refused a statement: ${reason}`, { cause: error })
  }
  const remedy = REMEDIES.find(([codes]) => codes.test(code))?.[1]
  return unusable(remedy === undefined ? reason : `${reason}; ${remedy}`, error)
}

export function unusable(reason: string, cause?: unknown): StoreError {
  return new StoreError('UNAVAILABLE', `PostgreSQL cannot be used now: ${reason}`, { cause })
}

/** A plant that was in the way of another was removed before it was read: the statements are repeated. */
export function removedMeanwhile(): Error {
  return failure('40001', 'a plant was removed meanwhile')
}

/** The commit is on this server, and perhaps on no standby. */
export function unconfirmed(): Error {
  return failure('40003', 'the standby has not confirmed a commit')
}

/** The server may be promoted soon. */
export function readerFailure(): Error {
  return failure('25006', 'the server takes no writes: it is a standby, or set to read only')
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}
