import type { PlantStore, StoreCallOptions } from '../store.js'

/** The part of a store whose methods run in batches. */
export type CalledStore = Omit<PlantStore, 'close'>

/** A call with its validated and copied argument. */
export interface StoreCall {
  readonly method: keyof CalledStore
  readonly argument: unknown
}

/** `never` if the options of a call are its first parameter: they are no part of a batch. */
export type ArgumentOf<Call extends (...all: never) => unknown> =
  Parameters<Call> extends []
    ? undefined
    : Parameters<Call> extends [options?: StoreCallOptions | undefined]
      ? never
      : Parameters<Call>[0]

/** The `check` of a method without an argument. */
export function nothing(): undefined {}

/** The state of a caller: the part of an `AbortSignal` that stores look at. */
export type CallState = Pick<AbortSignal, 'aborted' | 'reason' | 'throwIfAborted'>

/** The state of the caller. Its signal is not read beside a state: handlers make theirs when it is read. */
export function callStateOf(options?: {
  readonly signal?: CallState | undefined
  readonly abortState?: CallState | undefined
}): CallState | undefined {
  return options?.abortState ?? options?.signal
}
