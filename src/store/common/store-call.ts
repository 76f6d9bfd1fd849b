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
