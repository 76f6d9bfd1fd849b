import type { Methods } from './method.js'

/** The file and how to use it. */
export interface Settings {
  /** The absolute path of the database file. */
  readonly path: string
  /** How long to wait for a lock that another process holds, in milliseconds. */
  readonly busyTimeout: number
}

/** What the thread starts with. */
export interface WorkerData extends Settings {
  /** Shared: 1 from the moment a message is sent until the thread has dealt with it, else 0. */
  readonly busy: Int32Array
  /** Shared: device and number of the file, once it has been opened; 0 before. */
  readonly known: BigUint64Array
}

/** One call, its argument checked and copied. */
export interface Call {
  readonly method: keyof Methods
  readonly argument: unknown
}

/** Why a call failed, in parts, because an `Error` that is sent to another thread loses its `code`. */
export interface Failure {
  /** Why, in the words of SQLite. */
  readonly reason: string
  /** `SQLITE_FULL` and the like. */
  readonly code: string | undefined
}

/** The answer to one call. */
export type Answer = { readonly value: unknown } | Failure

/** What the thread answers to a batch. */
export interface Reply {
  /** One for each call. */
  readonly answers: readonly Answer[]
  /** Whether the thread ends: the next has to open the file again. */
  readonly isLast: boolean
}

/** To the thread: a batch of calls, answered by a `Reply`; or the order to end, answered by its exit. */
export type Message = readonly Call[] | 'close'
