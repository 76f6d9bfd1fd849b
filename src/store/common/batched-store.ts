import type { PlantStore, StoreCallOptions } from '../store.js'
import { BatchQueue, type BatchReport } from './batch-queue.js'
import { type CalledStore, type CallState, callStateOf, type StoreCall } from './store-call.js'
import { StoreError } from './store-error.js'
import type { CallOutcome } from './waiting-call.js'

/** The methods of a store: each has what validates its argument, and copies what the caller may change. */
type CheckedMethods = {
  readonly [Name in keyof CalledStore]?: { readonly check: (argument: never) => unknown }
}

/** Where the calls of a store wait until they run. */
interface CallQueue {
  /** Adds a call and settles with its outcome. */
  add(call: StoreCall, signal?: CallState): Promise<unknown>
  /** Resolves when no call waits or runs. */
  idle(): Promise<void>
}

export interface BatchesRun {
  /** Runs a batch, when the last one has settled; see `BatchQueue`. */
  run(calls: readonly StoreCall[]): Promise<readonly CallOutcome<unknown>[]>
  /** Called once, when no batch runs and none will. Never rejects. */
  close(): Promise<void>
}

/** Options of every store whose calls run in batches. */
export interface BatchOptions {
  /** Most waiting calls; one more rejects with `BUSY`. Default 10000. */
  readonly maxWaiting?: number
  /** Called after each batch, for metrics; must not throw. */
  readonly observe?: ((batch: BatchReport) => void) | undefined
}

/**
 * A store whose methods are calls that run in batches.
 *
 * @throws {TypeError} when an option is malformed.
 */
export function batchedStore(
  methods: CheckedMethods,
  batches: BatchesRun,
  { maxWaiting = 10_000, observe }: BatchOptions,
): PlantStore {
  checkInteger('maxWaiting', maxWaiting, 1)
  const queue = new BatchQueue<StoreCall, unknown>({
    run: (calls) => batches.run(calls),
    weigh: ({ argument }) => textLength(argument),
    maxWaiting,
    observe,
  })
  return queuedStore(methods, queue, () => batches.close())
}

/** A store whose methods are calls of a queue. `close` runs once, when the queue is idle for ever. */
export function queuedStore(
  methods: CheckedMethods,
  queue: CallQueue,
  close: () => Promise<void>,
): PlantStore {
  let closed: Promise<void> | undefined
  const caller = (method: StoreCall['method']) => {
    const check = methods[method]?.check as (argument: unknown) => unknown
    return (value: unknown, options?: StoreCallOptions): Promise<unknown> => {
      try {
        const argument = check(value)
        if (closed) throw new StoreError('CLOSED', 'the store is closed')
        return queue.add({ method, argument }, callStateOf(options))
      } catch (error) {
        return Promise.reject(error)
      }
    }
  }
  const names = Object.keys(methods) as StoreCall['method'][]
  const callers = Object.fromEntries(names.map((name) => [name, caller(name)]))
  return {
    // Each name has the method whose type `methods` declares.
    ...(callers as unknown as CalledStore),
    close() {
      closed ??= queue.idle().then(close)
      return closed
    },
  }
}

/** UTF-16 code units of all text in a value. */
export function textLength(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((length, member) => length + textLength(member), 0)
}

/** @throws {TypeError} unless the value of an option is a whole number from `least` to 2^31-1. */
export function checkInteger(option: string, value: number, least: number): void {
  if (!Number.isInteger(value) || value < least || value > 2 ** 31 - 1) {
    throw new TypeError(`${option} must be a whole number from ${least} to ${2 ** 31 - 1}`)
  }
}
