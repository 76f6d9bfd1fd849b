/** The state of a caller: the part of an `AbortSignal` that stores look at. */
export type CallState = Pick<AbortSignal, 'aborted' | 'reason' | 'throwIfAborted'>

/** The state of the caller. Its signal is not read beside a state: handlers make theirs when it is read. */
export function callStateOf(options?: {
  readonly signal?: CallState | undefined
  readonly abortState?: CallState | undefined
}): CallState | undefined {
  return options?.abortState ?? options?.signal
}
