import type { CallState } from './call-state.js'
import { StoreError } from './store-error.js'

export type CallOutcome<Value> = { readonly value: Value } | { readonly error: Error }

interface QueueOptions<Call, Value> {
  /**
   * Runs a batch in order and resolves with one outcome per call. When it rejects, every call of the batch
   * rejects with that `StoreError`, or with `FAILED` and that cause; the next batch follows.
   */
  readonly run: (batch: readonly Call[]) => Promise<readonly CallOutcome<Value>[]>
  /** Memory of a waiting call, in UTF-16 code units of text. */
  readonly weigh: (call: Call) => number
  /** Most waiting calls; one more rejects with `BUSY`. */
  readonly maxWaiting: number
}

/** Bounds of a batch, and so of its transaction, which all its calls wait for. */
const maxBatch = 1000
const maxBatchWeight = 4 * 2 ** 20

/**
 * Time in which the next batch grows in a long turn, as a factor to the duration of the last one. Small
 * batches take more processor time for each call; with one of all calls, nothing else is done meanwhile.
 */
const GROWTH = 2

/** Bound of a few calls with very long texts, whatever `maxWaiting` is. */
const maxWaitingWeight = 64 * 2 ** 20

interface WaitingCall<Call, Value> {
  readonly call: Call
  readonly weight: number
  readonly signal: CallState | undefined
  readonly resolve: (value: Value) => void
  readonly reject: (reason: unknown) => void
}

/** Joins calls into batches for group commit: those that arrive during a batch share the next one, in order. */
export class BatchQueue<Call, Value> {
  readonly #options: QueueOptions<Call, Value>
  /** Not a `Set`, whose old tables in V8 refer to the next ones, and so keep finished calls in memory. */
  #waiting: WaitingCall<Call, Value>[] = []
  #weight = 0
  #draining: Promise<void> | undefined
  /** Time before which a batch begins only at the end of a turn, as the first one does. */
  #notBefore = Number.POSITIVE_INFINITY
  /** Begins the next batch, while that waits for the end of the turn. */
  #begin: (() => void) | undefined

  constructor(options: QueueOptions<Call, Value>) {
    this.#options = options
  }

  /**
   * Adds a call and settles with its outcome.
   *
   * @throws {StoreError} code `BUSY` when the queue is full; `signal.reason` when the signal is
   * aborted before the call's batch begins.
   */
  add(call: Call, signal?: CallState): Promise<Value> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      if (this.#waiting.length >= this.#options.maxWaiting || this.#weight >= maxWaitingWeight) {
        throw new StoreError('BUSY', 'too many calls wait for the store')
      }
      const weight = this.#options.weigh(call)
      this.#waiting.push({ call, weight, signal, resolve, reject })
      this.#weight += weight
      this.#draining ??= this.#drain()
      if (performance.now() >= this.#notBefore) this.#begin?.()
    })
  }

  async idle(): Promise<void> {
    await this.#draining
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#opportunity()
      const batch = this.#take()
      if (batch.length === 0) continue
      const start = performance.now()
      const outcomes = await this.#run(batch)
      const end = performance.now()
      this.#notBefore = end + GROWTH * (end - start)
      settleAll(batch, outcomes)
    }
    this.#draining = undefined
  }

  /**
   * Waits for the end of a turn of the event loop, whose calls share a batch; in a long turn only until the
   * batch has had time to grow. Otherwise the thread would wait for all callers, and then all callers for it.
   */
  #opportunity(): Promise<void> {
    return new Promise((resolve) => {
      const begin = () => {
        clearImmediate(immediate)
        this.#begin = undefined
        resolve()
      }
      const immediate = setImmediate(begin)
      this.#begin = begin
    })
  }

  /** Takes calls up to the bounds of a batch, and at least one. */
  #take(): WaitingCall<Call, Value>[] {
    const batch: WaitingCall<Call, Value>[] = []
    let room = maxBatchWeight
    let taken = 0
    for (const waiting of this.#waiting) {
      const { signal, weight } = waiting
      if (batch.length === maxBatch || (batch.length > 0 && weight > room)) break
      taken += 1
      this.#weight -= weight
      // Without listeners, since thousands of calls may share a signal.
      if (signal?.aborted) {
        waiting.reject(signal.reason)
      } else {
        room -= weight
        batch.push(waiting)
      }
    }
    this.#waiting = this.#waiting.slice(taken)
    return batch
  }

  async #run(batch: readonly WaitingCall<Call, Value>[]): Promise<readonly CallOutcome<Value>[]> {
    try {
      return await this.#options.run(batch.map(({ call }) => call))
    } catch (thrown) {
      const cause = thrown as Error
      const error =
        cause instanceof StoreError ? cause : new StoreError('FAILED', cause.message, { cause })
      return batch.map(() => ({ error }))
    }
  }
}

function settleAll<Call, Value>(
  batch: readonly WaitingCall<Call, Value>[],
  outcomes: readonly CallOutcome<Value>[],
): void {
  for (const [index, outcome] of outcomes.entries()) {
    const waiting = batch[index]
    if ('error' in outcome) waiting?.reject(outcome.error)
    else waiting?.resolve(outcome.value)
  }
}
