/** Whether the store can be used, told to the operator when that changes. */

import { type PlantStore, StoreError } from './store/store.js'

/** The part of a log that is needed here. */
export interface AvailabilityLog {
  error(values: { err: unknown }, message: string): void
  info(message: string): void
}

/** For how many milliseconds the same trouble is not told again: it may come and go with each call. */
const quietFor = 60_000

/** How many troubles are remembered; a store has a few of them. */
const mostTroubles = 100

const told = new WeakSet<Error>()

/** Whether an error is one of those that the operator has been told of. */
export function isTold(error: Error): boolean {
  return told.has(error)
}

/**
 * The same store, with its trouble in the log: once when it cannot be used any more, with the reason, and
 * once when it can be used again, however many calls that concerns.
 */
export function tellAvailability(
  store: PlantStore,
  log: AvailabilityLog,
  now: () => number = performance.now.bind(performance),
): PlantStore {
  const availability = new Availability(log, now)
  return new Proxy(store, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return (...given: unknown[]) => availability.watch(name, method.apply(target, given))
    },
  })
}

class Availability {
  readonly #log: AvailabilityLog
  readonly #now: () => number
  /** By method, since one may fail while others do not. */
  readonly #troubles = new Map<PropertyKey, string>()
  readonly #toldAt = new Map<string, number>()
  #isTold = false

  constructor(log: AvailabilityLog, now: () => number) {
    this.#log = log
    this.#now = now
  }

  async watch(method: PropertyKey, call: unknown): Promise<unknown> {
    try {
      const value = await call
      if (this.#troubles.delete(method)) this.#ended()
      return value
    } catch (error) {
      if (error instanceof StoreError && error.code === 'UNAVAILABLE') this.#began(method, error)
      throw error
    }
  }

  #began(method: PropertyKey, error: StoreError): void {
    told.add(error)
    const { message } = error
    const isKnown = [...this.#troubles.values()].includes(message)
    this.#troubles.set(method, message)
    if (isKnown || this.#isQuiet(message)) return
    this.#isTold = true
    this.#log.error({ err: error }, 'the store cannot be used')
  }

  #ended(): void {
    if (!this.#isTold || this.#troubles.size > 0) return
    this.#isTold = false
    this.#log.info('the store can be used again')
  }

  /** Whether this was told not long ago; it counts as told from now on. */
  #isQuiet(message: string): boolean {
    const now = this.#now()
    const at = this.#toldAt.get(message)
    if (at !== undefined && now - at < quietFor) return true
    if (this.#toldAt.size >= mostTroubles) this.#toldAt.clear()
    this.#toldAt.set(message, now)
    return false
  }
}
