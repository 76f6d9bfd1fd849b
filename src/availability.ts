/** Logs when the store becomes unavailable, and when it is available again. */

import { type PlantStore, StoreError } from './store/store.js'

/** The part of a logger that is needed here. */
export interface AvailabilityLog {
  error(values: { err: unknown }, message: string): void
  info(message: string): void
}

/** Milliseconds within which the same message is logged once, since each call may begin and end a trouble. */
const quietFor = 60_000

/** Bound of remembered messages; a store has a few. */
const maxMessages = 100

const logged = new WeakSet<Error>()

/** True if the error needs no other line in the log. */
export function isLogged(error: Error): boolean {
  return logged.has(error)
}

/**
 * The same store with logging: one line with the reason when it becomes unavailable, and one when it is
 * available again, whatever the number of calls.
 */
export function logAvailability(
  store: PlantStore,
  log: AvailabilityLog,
  now: () => number = performance.now.bind(performance),
): PlantStore {
  const availability = new Availability(log, now)
  return new Proxy(store, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return (...args: unknown[]) => availability.watch(name, method.apply(target, args))
    },
  })
}

class Availability {
  readonly #log: AvailabilityLog
  readonly #now: () => number
  /** Messages by method, since one may fail while others do not. */
  readonly #troubles = new Map<PropertyKey, string>()
  readonly #loggedAt = new Map<string, number>()
  #isLogged = false

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
    logged.add(error)
    const { message } = error
    const isKnown = [...this.#troubles.values()].includes(message)
    this.#troubles.set(method, message)
    if (isKnown || this.#wasLogged(message)) return
    this.#isLogged = true
    this.#log.error({ err: error }, 'the store cannot be used')
  }

  #ended(): void {
    if (!this.#isLogged || this.#troubles.size > 0) return
    this.#isLogged = false
    this.#log.info('the store can be used again')
  }

  /** True if the message was logged recently; otherwise remembers it. */
  #wasLogged(message: string): boolean {
    const now = this.#now()
    const at = this.#loggedAt.get(message)
    if (at !== undefined && now - at < quietFor) return true
    if (this.#loggedAt.size >= maxMessages) this.#loggedAt.clear()
    this.#loggedAt.set(message, now)
    return false
  }
}
