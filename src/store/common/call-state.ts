/** The state of a caller: the part of an `AbortSignal` that stores look at. */
export type CallState = Pick<AbortSignal, 'aborted' | 'reason' | 'throwIfAborted'>

/** The state of the caller, without making its signal where it is made when it is read. */
export function callStateOf(options?: {
  readonly signal?: CallState | undefined
  readonly abortState?: CallState | undefined
}): CallState | undefined {
  return options?.abortState ?? options?.signal
}
