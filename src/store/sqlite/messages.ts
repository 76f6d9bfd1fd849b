import type { StoreCall } from '../common/store-call.js'

export interface DatabaseSettings {
  readonly path: string
  /** Milliseconds to wait for the lock of another process. */
  readonly busyTimeout: number
}

export interface WorkerData extends DatabaseSettings {
  /** Shared: 1 while the thread has a message to process, else 0. */
  readonly busy: Int32Array
}

/** A message to the thread: a batch, answered by its results; or `close`, answered by its exit. */
export type ThreadMessage = readonly StoreCall[] | 'close'

export type CallResult = { readonly value: unknown } | CallFailure

/** The parts of an error; an `Error` that is sent to another thread loses its `code`. */
export interface CallFailure {
  readonly reason: string
  /** `SQLITE_FULL` and the like. */
  readonly code: string | undefined
}
