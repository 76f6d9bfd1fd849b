import { StoreError } from '../common/store-error.js'

/** An error of a node has a code of the native protocol; one of the network or of the driver a name. */
interface DriverError {
  readonly name: string
  readonly message: string
  readonly code?: number | string
  /** What each node said that was tried. */
  readonly innerErrors?: Readonly<Record<string, unknown>> | null
}

/** Codes of errors (native protocol, version 5, section 8). */
const SERVER_ERROR = 0x0000
const BAD_CREDENTIALS = 0x0100
const UNAUTHORIZED = 0x2100
const INVALID = 0x2200

/**
 * Nodes that are missing, busy or too slow may be back soon. After most of these nobody knows whether a plant
 * is stored: 0x1000 unavailable, 0x1001 overloaded, 0x1002 bootstrapping, 0x1100 and 0x1200 no answer of
 * enough nodes, 0x1300 and 0x1500 their failure, 0x1700 an unknown outcome, 0x2400 somebody has just made it.
 */
const PASSING: readonly unknown[] = [
  ...[SERVER_ERROR, 0x1000, 0x1001, 0x1002, 0x1100],
  ...[0x1200, 0x1300, 0x1500, 0x1700, 0x2400],
]

/** Problems that stay until somebody does something. */
const LASTING: readonly unknown[] = [BAD_CREDENTIALS, UNAUTHORIZED]

/** True if the same statement may succeed soon. */
export function isPassing(error: unknown): boolean {
  if (error instanceof StoreError || refusedLogin(error)) return false
  const { name, code } = error as DriverError
  if (typeof code === 'number') return PASSING.includes(code) || isMissing(error)
  return !['TypeError', 'RangeError', 'ArgumentError', 'DriverInternalError'].includes(name)
}

/** The error of a call, with the message for the operator. */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const login = refusedLogin(error)
  const told = (login ?? error) as DriverError
  const reason = told.message.replace(/\n.*/s, '')
  return login || isPassing(error) || LASTING.includes(told.code)
    ? unusable(`${reason}${remedyOf(told)}`, error)
    : new StoreError('FAILED', `Cassandra refused a statement: ${reason}`, { cause: error })
}

function remedyOf(error: DriverError): string {
  if (error.name === 'NoHostAvailableError') return '; start the nodes, or correct their hosts'
  if (error.code === UNAUTHORIZED) return '; grant it to the role'
  return isBadLogin(error) ? '; correct the user or the password' : ''
}

export function unusable(reason: string, cause?: unknown): StoreError {
  return new StoreError('UNAVAILABLE', `Cassandra cannot be used now: ${reason}`, { cause })
}

/** A table or a keyspace that somebody has just made is known to other nodes a little later. */
function isMissing(error: unknown): boolean {
  const { code, message } = error as DriverError
  return code === INVALID && /does not exist|unconfigured table/i.test(message)
}

/** The answer of a node that does not let the client in. */
function refusedLogin(error: unknown): DriverError | undefined {
  const { innerErrors } = error as DriverError
  const all = [error, ...Object.values(innerErrors ?? {})] as (DriverError | null | string)[]
  return all.find((each): each is DriverError => {
    return typeof each === 'object' && each !== null && isBadLogin(each)
  })
}

function isBadLogin({ name, code }: DriverError): boolean {
  return name === 'AuthenticationError' || code === BAD_CREDENTIALS
}
