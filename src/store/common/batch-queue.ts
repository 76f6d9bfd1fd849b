import type { CallState } from './store-call.js'
import {
  type CallOutcome,
  checkRoom,
  isDropped,
  outcomesOf,
  settleAll,
  type WaitingCall,
} from './waiting-call.js'

/** What a batch of a store took. */
export interface BatchReport {
  readonly calls: number
  /** Calls that wait for the next batch. */
  readonly waiting: number
  /** From its beginning to the end of its commit. */
  readonly milliseconds: number
}

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
  /** Called after each batch, before its calls are settled. */
  readonly observe?: ((batch: BatchReport) => void) | undefined
}

/** Bounds of a batch, and so of its transaction, which all its calls wait for. */
const maxBatch = 1000
const maxBatchWeight = 4 * 2 ** 20

/**
 * A batch of as many calls begins at once: it takes hardly more processor time for each call than a larger
 * one. While one half of many callers waits for the disk, the other half sends its next calls; a disk that takes
 * longer than the calls of all has them in one batch.
 */
const ENOUGH = 32
const SHARE = 1 / 2

/** Most time in which a smaller batch grows, as a factor to the duration of the last one. */
const GROWTH = 4

/** Joins calls into batches for group commit: those that arrive during a batch share the next one, in order. */
export class BatchQueue<Call, Value> {
  readonly #options: QueueOptions<Call, Value>
  /** Not a `Set`, whose old tables in V8 refer to the next ones, and so keep finished calls in memory. */
  #waiting: WaitingCall<Call, Value>[] = []
  #weight = 0
  #draining: Promise<void> | undefined
  /** Milliseconds that the last batch took. */
  #duration = Number.POSITIVE_INFINITY
  #enough = ENOUGH
  /** When the last call came, and milliseconds from one call to the next. */
  #latest = 0
  #pace = Number.POSITIVE_INFINITY
  /** Begins the next batch if it has grown enough. */
  #grown: (() => void) | undefined

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
      checkRoom(this.#waiting.length, this.#weight, this.#options.maxWaiting)
      const weight = this.#options.weigh(call)
      this.#waiting.push({ call, weight, signal, resolve, reject })
      this.#weight += weight
      this.#latest = performance.now()
      this.#draining ??= this.#drain()
      this.#grown?.()
    })
  }

  async idle(): Promise<void> {
    await this.#draining
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      if (!this.#isEnough()) await this.#growth()
      const batch = this.#take()
      if (batch.length === 0) continue
      const start = performance.now()
      const outcomes = await outcomesOf(this.#options.run, batch)
      this.#duration = performance.now() - start
      const came = this.#waiting.length
      if (came > 0) this.#pace = (this.#latest - start) / came
      const inProgress = batch.length + came
      // 1.19 times the creates of 64 clients where a batch takes some 5 ms.
      const share = this.#duration > this.#pace * inProgress ? 1 : SHARE
      this.#enough = Math.min(Math.max(ENOUGH, share * inProgress), maxBatch)
      this.#options.observe?.({
        calls: batch.length,
        waiting: this.#waiting.length,
        milliseconds: this.#duration,
      })
      settleAll(batch, outcomes)
    }
    this.#draining = undefined
  }

  #isEnough(): boolean {
    return this.#waiting.length >= this.#enough
  }

  /** Resolves when a whole turn of the event loop has brought no more call, or when the batch is large enough. */
  #growth(): Promise<void> {
    const end = performance.now() + GROWTH * this.#duration
    return new Promise((resolve) => {
      let count = 0
      const endTurn = () => {
        if (this.#waiting.length === count) return begin()
        count = this.#waiting.length
        immediate = setImmediate(endTurn)
      }
      let immediate = setImmediate(endTurn)
      const begin = () => {
        clearImmediate(immediate)
        this.#grown = undefined
        resolve()
      }
      this.#grown = () => {
        if (this.#isEnough() || this.#latest >= end) begin()
      }
    })
  }

  /** Takes calls up to the bounds of a batch, and at least one. */
  #take(): WaitingCall<Call, Value>[] {
    const batch: WaitingCall<Call, Value>[] = []
    let room = maxBatchWeight
    let taken = 0
    for (const waiting of this.#waiting) {
      const { weight } = waiting
      if (batch.length === maxBatch || (batch.length > 0 && weight > room)) break
      taken += 1
      this.#weight -= weight
      if (isDropped(waiting)) continue
      room -= weight
      batch.push(waiting)
    }
    this.#waiting = this.#waiting.slice(taken)
    return batch
  }
}
