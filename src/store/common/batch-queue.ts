import { setImmediate as nextTurn } from 'node:timers/promises'
import { StoreError } from './store-error.js'

/** What became of one call of a batch. */
export type Outcome<Value> = { readonly value: Value } | { readonly error: Error }

/** What a queue needs to know about its calls. */
export interface QueueOptions<Call, Value> {
  /**
   * Does a batch, in order, and gives one outcome per call. When it rejects, every call of the
   * batch rejects with that `StoreError`, or with `FAILED` and that cause; those that wait go on with
   * the next batch.
   */
  readonly run: (batch: readonly Call[]) => Promise<readonly Outcome<Value>[]>
  /** The memory that a call holds while it waits, in UTF-16 code units of text. */
  readonly weigh: (call: Call) => number
  /** How many calls may wait; one more rejects with `BUSY`. */
  readonly maxWaiting: number
}

/** A batch is one transaction: its size bounds how long a call waits for those it shares it with. */
const maxBatch = 1000
const maxBatchWeight = 4 * 2 ** 20

/** Bounds what a few calls with very long texts can hold, whatever `maxWaiting` is. */
const maxWaitingWeight = 64 * 2 ** 20

interface Waiting<Call, Value> {
  readonly call: Call
  readonly weight: number
  readonly signal: AbortSignal | undefined
  readonly resolve: (value: Value) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Turns single calls into batches, one batch at a time: whatever arrives while one is under way
 * shares the next. Calls keep their order. This is what makes group commit.
 */
export class BatchQueue<Call, Value> {
  readonly #options: QueueOptions<Call, Value>
  readonly #waiting = new Set<Waiting<Call, Value>>()
  #weight = 0
  #draining: Promise<void> | undefined

  constructor(options: QueueOptions<Call, Value>) {
    this.#options = options
  }

  /**
   * Adds a call and settles as it does.
   *
   * @throws {StoreError} code `BUSY` when the queue is full; `signal.reason` when the signal is
   * aborted before the call's batch begins.
   */
  async add(call: Call, signal?: AbortSignal): Promise<Value> {
    signal?.throwIfAborted()
    if (this.#waiting.size >= this.#options.maxWaiting || this.#weight >= maxWaitingWeight) {
      throw new StoreError('BUSY', 'too many calls wait for the store')
    }
    return new Promise((resolve, reject) => {
      const weight = this.#options.weigh(call)
      this.#waiting.add({ call, weight, signal, resolve, reject })
      this.#weight += weight
      this.#draining ??= this.#drain()
    })
  }

  /** Resolves when no call waits and none is under way. */
  async idle(): Promise<void> {
    await this.#draining
  }

  async #drain(): Promise<void> {
    // The calls of one turn of the event loop are concurrent: let all of them share the first batch.
    await nextTurn()
    while (this.#waiting.size > 0) {
      const batch = this.#take()
      if (batch.length > 0) await this.#runBatch(batch)
    }
    this.#draining = undefined
  }

  /** Takes as many calls as one batch may have, and one however heavy it is. */
  #take(): Waiting<Call, Value>[] {
    const batch: Waiting<Call, Value>[] = []
    let room = maxBatchWeight
    for (const waiting of this.#waiting) {
      const { signal, weight } = waiting
      if (batch.length === maxBatch || (batch.length > 0 && weight > room)) break
      this.#waiting.delete(waiting)
      this.#weight -= weight
      // Asked here and not listened for: a signal may be shared by thousands of calls.
      if (signal?.aborted) {
        waiting.reject(signal.reason)
      } else {
        room -= weight
        batch.push(waiting)
      }
    }
    return batch
  }

  async #runBatch(batch: readonly Waiting<Call, Value>[]): Promise<void> {
    const outcomes = await this.#options
      .run(batch.map(({ call }) => call))
      .catch((cause: Error) => {
        const error =
          cause instanceof StoreError ? cause : new StoreError('FAILED', cause.message, { cause })
        return batch.map(() => ({ error }))
      })
    for (const [index, outcome] of outcomes.entries()) {
      const waiting = batch[index]
      if ('error' in outcome) waiting?.reject(outcome.error)
      else waiting?.resolve(outcome.value)
    }
  }
}
