import { type PlantStore, StoreError } from './store/store.js'

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
  now = () => performance.now(),
): PlantStore {
  const watch = watchCalls(log, now)
  const known = new Map<PropertyKey, WatchedMethod>()
  return new Proxy(store, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      const before = known.get(name)
      if (before?.method === method) return before.watched
      const watched = (...args: unknown[]) => watch(name, method.apply(target, args))
      known.set(name, { method, watched })
      return watched
    },
  })
}

interface WatchedMethod {
  readonly method: unknown
  readonly watched: (...args: unknown[]) => Promise<unknown>
}

/** The part of a logger that is needed here. */
interface AvailabilityLog {
  error(values: { err: unknown }, message: string): void
  info(message: string): void
}

function watchCalls(log: AvailabilityLog, now: () => number) {
  /** Messages by method, since one may fail while others do not. */
  const troubles = new Map<PropertyKey, string>()
  const wasLogged = createMemory(now)
  let isReported = false
  const began = (method: PropertyKey, error: StoreError) => {
    logged.add(error)
    const { message } = error
    const isKnown = [...troubles.values()].includes(message)
    troubles.set(method, message)
    if (isKnown || wasLogged(message)) return
    isReported = true
    log.error({ err: error }, 'the store cannot be used')
  }
  const succeeded = (method: PropertyKey) => {
    if (!troubles.delete(method) || !isReported || troubles.size > 0) return
    isReported = false
    log.info('the store can be used again')
  }
  return (method: PropertyKey, call: unknown): Promise<unknown> =>
    Promise.resolve(call).then(
      (value) => {
        succeeded(method)
        return value
      },
      (error) => {
        if (error instanceof StoreError && error.code === 'UNAVAILABLE') began(method, error)
        throw error
      },
    )
}

/** True if a message was logged recently; otherwise remembers it. */
function createMemory(now: () => number): (message: string) => boolean {
  const loggedAt = new Map<string, number>()
  return (message) => {
    const at = loggedAt.get(message)
    if (at !== undefined && now() - at < quietFor) return true
    if (loggedAt.size >= maxMessages) loggedAt.clear()
    loggedAt.set(message, now())
    return false
  }
}
