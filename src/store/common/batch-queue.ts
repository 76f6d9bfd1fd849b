import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CallState } from './call-state.js'
import { StoreError } from './store-error.js'
import type { WriteTurn } from './write-turn.js'

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
  /**
   * Waits for the turn of a batch, if a call of it writes; calls that arrive meanwhile join it. Default: each
   * begins at once.
   */
  readonly turn?: WriteTurn | undefined
  /** Default: each call writes. */
  readonly isWrite?: (call: Call) => boolean
}

/** Bounds of a batch, and so of its transaction, which all its calls wait for. */
const maxBatch = 1000
const maxBatchWeight = 4 * 2 ** 20

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
    })
  }

  async idle(): Promise<void> {
    await this.#draining
  }

  async #drain(): Promise<void> {
    const { turn, isWrite = () => true } = this.#options
    // All calls of one turn of the event loop share the first batch.
    await nextTurn()
    let batch: readonly WaitingCall<Call, Value>[] = []
    let outcomes: readonly CallOutcome<Value>[] = []
    const settle = () => {
      settleAll(batch, outcomes)
      outcomes = []
    }
    while (this.#waiting.length > 0) {
      const asked = turn && this.#waiting.some(({ call }) => isWrite(call)) ? turn() : undefined
      if (asked !== undefined) settle()
      const end = await asked
      const next = this.#take()
      const running = next.length > 0 ? this.#run(next) : []
      // Callers go on while the next batch runs: what they do with their outcomes takes as long.
      settle()
      batch = next
      outcomes = await running
      end?.()
    }
    this.#draining = undefined
    settle()
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
