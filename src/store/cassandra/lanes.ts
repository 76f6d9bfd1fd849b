import type { BatchReport } from '../common/batch-queue.js'
import type { CallState, StoreCall } from '../common/store-call.js'
import {
  type CallOutcome,
  checkRoom,
  isDropped,
  outcomesOf,
  settleAll,
  type WaitingCall,
} from '../common/waiting-call.js'

interface LaneOptions {
  /** Runs calls of one method and one id. `since` is when the first of them came. */
  readonly run: (
    calls: readonly StoreCall[],
    since: number,
  ) => Promise<readonly CallOutcome<unknown>[]>
  /** The plant of a call, or nothing when it is in nobody's way. */
  readonly idOf: (call: StoreCall) => bigint | undefined
  readonly weigh: (call: StoreCall) => number
  /** Most groups under way at once. */
  readonly maxInFlight: number
  /** Most waiting calls; one more rejects with `BUSY`. */
  readonly maxWaiting: number
  readonly observe?: ((batch: BatchReport) => void) | undefined
}

interface LaneCall extends WaitingCall<StoreCall, unknown> {
  readonly since: number
}

/** The calls for one plant. */
type Lane = LaneCall[]

/**
 * Calls run at once, up to a number of them; those for one id one after the other, since the nodes that agree
 * on it would be asked for several things at a time. Calls that wait for the same id run as one group.
 */
export class Lanes {
  readonly #options: LaneOptions
  /** Those with calls that wait or run, by the id, or by the call itself. */
  readonly #lanes = new Map<unknown, Lane>()
  /** Keys of lanes whose next group may begin, in order. */
  #ready: unknown[] = []
  #inFlight = 0
  #waiting = 0
  #weight = 0
  #idle: (() => void)[] = []

  constructor(options: LaneOptions) {
    this.#options = options
  }

  /**
   * Adds a call and settles with its outcome.
   *
   * @throws {StoreError} code `BUSY` when too many wait; `signal.reason` when the signal is aborted before
   * the call begins.
   */
  add(call: StoreCall, signal?: CallState): Promise<unknown> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      checkRoom(this.#waiting, this.#weight, this.#options.maxWaiting)
      const weight = this.#options.weigh(call)
      this.#waiting += 1
      this.#weight += weight
      this.#push({ call, weight, signal, resolve, reject, since: performance.now() })
      this.#begin()
    })
  }

  async idle(): Promise<void> {
    if (this.#lanes.size > 0) await new Promise<void>((resolve) => this.#idle.push(resolve))
  }

  #push(waiting: LaneCall): void {
    const key = this.#options.idOf(waiting.call) ?? waiting
    const lane = this.#lanes.get(key)
    if (lane) return void lane.push(waiting)
    this.#lanes.set(key, [waiting])
    this.#ready.push(key)
  }

  #begin(): void {
    while (this.#inFlight < this.#options.maxInFlight && this.#ready.length > 0) {
      const key = this.#ready.shift()
      const group = this.#take(this.#lanes.get(key) as Lane)
      if (group.length > 0) void this.#run(key, group)
      else this.#end(key)
    }
  }

  /** Takes the next calls of one method. */
  #take(lane: Lane): LaneCall[] {
    const group: LaneCall[] = []
    for (const waiting of lane) {
      if (group[0] && group[0].call.method !== waiting.call.method) break
      this.#waiting -= 1
      this.#weight -= waiting.weight
      group.push(waiting)
    }
    lane.splice(0, group.length)
    return group.filter((waiting) => !isDropped(waiting))
  }

  async #run(key: unknown, group: readonly LaneCall[]): Promise<void> {
    const { run, observe } = this.#options
    this.#inFlight += 1
    const start = performance.now()
    const since = group[0]?.since as number
    const outcomes = await outcomesOf((calls) => run(calls, since), group)
    const milliseconds = performance.now() - start
    // A transaction of Cassandra has no commit of its own.
    observe?.({ calls: group.length, waiting: this.#waiting, milliseconds })
    settleAll(group, outcomes)
    this.#inFlight -= 1
    this.#end(key)
    this.#begin()
  }

  /** The group of a lane is over: its next one waits for its turn. */
  #end(key: unknown): void {
    if (this.#lanes.get(key)?.length) return void this.#ready.push(key)
    this.#lanes.delete(key)
    if (this.#lanes.size > 0) return
    for (const resolve of this.#idle) resolve()
    this.#idle = []
  }
}
