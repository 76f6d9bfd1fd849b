import type { CallState } from './store-call.js'
import { StoreError } from './store-error.js'

export type CallOutcome<Value> = { readonly value: Value } | { readonly error: Error }

export interface WaitingCall<Call, Value> {
  readonly call: Call
  /** Its memory, in UTF-16 code units of text. */
  readonly weight: number
  readonly signal: CallState | undefined
  readonly resolve: (value: Value) => void
  readonly reject: (reason: unknown) => void
}

/** Bound of a few calls with very long texts, whatever `maxWaiting` is. */
const maxWaitingWeight = 64 * 2 ** 20

/** @throws {StoreError} `BUSY` when no more call may wait. */
export function checkRoom(waiting: number, weight: number, maxWaiting: number): void {
  if (waiting >= maxWaiting || weight >= maxWaitingWeight) {
    throw new StoreError('BUSY', 'too many calls wait for the store')
  }
}

/** Rejects a call that nobody waits for any more. Without listeners: thousands of calls may share a signal. */
export function isDropped({ signal, reject }: WaitingCall<unknown, never>): boolean {
  if (!signal?.aborted) return false
  reject(signal.reason)
  return true
}

/**
 * The outcomes of calls. When `run` rejects, they are that `StoreError` for each, or `FAILED` with that cause.
 */
export async function outcomesOf<Call, Value>(
  run: (calls: readonly Call[]) => Promise<readonly CallOutcome<Value>[]>,
  waiting: readonly WaitingCall<Call, Value>[],
): Promise<readonly CallOutcome<Value>[]> {
  try {
    return await run(waiting.map(({ call }) => call))
  } catch (thrown) {
    const cause = thrown as Error
    const error =
      cause instanceof StoreError ? cause : new StoreError('FAILED', cause.message, { cause })
    return waiting.map(() => ({ error }))
  }
}

export function settleAll<Call, Value>(
  calls: readonly WaitingCall<Call, Value>[],
  outcomes: readonly CallOutcome<Value>[],
): void {
  for (const [index, outcome] of outcomes.entries()) {
    const waiting = calls[index]
    if ('error' in outcome) waiting?.reject(outcome.error)
    else waiting?.resolve(outcome.value)
  }
}
