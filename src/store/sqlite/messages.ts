import type { MessagePort } from 'node:worker_threads'
import type { PackedCalls } from './packed-calls.js'

export interface DatabaseSettings {
  readonly path: string
  /** Milliseconds to wait for the lock of another process. */
  readonly busyTimeout: number
}

export interface WorkerData extends DatabaseSettings {
  /** The port for replies. */
  readonly replies: MessagePort
  /** Shared: 1 while the thread has a message to process, else 0. */
  readonly busy: Int32Array
  /** Shared: device and inode of the file after it was opened first; 0 before. */
  readonly identity: BigUint64Array
}

/** The parts of an error; an `Error` that is sent to another thread loses its `code`. */
export interface CallFailure {
  /** The message of SQLite. */
  readonly reason: string
  /** `SQLITE_FULL` and the like. */
  readonly code: string | undefined
}

export type CallResult = { readonly value: unknown } | CallFailure

/** Results of a batch; values without an object each take a fifth of the time on their way. */
export interface BatchReply {
  /** By call; `undefined` for one that failed. */
  readonly values: readonly unknown[]
  /** By the index of the call. */
  readonly failures: ReadonlyMap<number, CallFailure>
  /** True if the thread ends; the next one opens the file again. */
  readonly isLast: boolean
  /** Milliseconds that its commit took, if it has written. */
  readonly commitTime: number | undefined
}

export function toReply(
  results: readonly CallResult[],
  rest: Pick<BatchReply, 'isLast' | 'commitTime'>,
): BatchReply {
  const values: unknown[] = []
  const failures = new Map<number, CallFailure>()
  for (const result of results) {
    if ('reason' in result) failures.set(values.length, result)
    values.push('value' in result ? result.value : undefined)
  }
  return { values, failures, ...rest }
}

/** A message to the thread: a batch, answered by a `BatchReply`; or `close`, answered by its exit. */
export type ThreadMessage = PackedCalls | 'close'
