import { unavailable } from 'fastify-contract'
import { onceAMinute } from './once-a-minute.js'
import { type PlantStore, StoreError } from './store/store.js'

/**
 * The same store with logging: one line with the reason when it becomes unavailable, and one when it is
 * available again, whatever the number of calls. These are refused without another line.
 */
export function logOutages(
  store: PlantStore,
  log: OutageLog,
  now = () => performance.now(),
): PlantStore {
  const watchedMethod = watchCalls(log, now)
  // No proxy of the store: each call through one takes longer than a create in memory.
  const watched = Object.create(store)
  const methods = store as unknown as Record<string, (...args: unknown[]) => unknown>
  for (const name of namesIn(store)) {
    if (name === 'constructor' || typeof methods[name] !== 'function') continue
    const watch = watchedMethod(name)
    const value = (...args: unknown[]) => watch(methods[name]?.(...args))
    Object.defineProperty(watched, name, { value })
  }
  return watched
}

/** The names of all members of a store, inherited ones too, whatever its contract has by then. */
function namesIn(store: object): string[] {
  const parent = Object.getPrototypeOf(store)
  const inherited = parent === null || parent === Object.prototype ? [] : namesIn(parent)
  return [...new Set([...Object.getOwnPropertyNames(store), ...inherited])]
}

/** The part of a logger that is needed here. */
interface OutageLog {
  error(values: { err: unknown }, message: string): void
  info(message: string): void
}

/** Makes functions that log the result of the calls of one method each. */
function watchCalls(log: OutageLog, now: () => number) {
  /** Messages by method, since one may fail while others do not. */
  const troubles = new Map<string, string>()
  const isNew = onceAMinute(now)
  let isReported = false
  const began = (method: string, error: StoreError) => {
    const { message } = error
    const isKnown = [...troubles.values()].includes(message)
    troubles.set(method, message)
    if (isKnown || !isNew(message)) return
    isReported = true
    log.error({ err: error }, 'the store cannot be used')
  }
  const succeeded = (method: string) => {
    if (!troubles.delete(method) || !isReported || troubles.size > 0) return
    isReported = false
    log.info('the store can be used again')
  }
  return (method: string) => {
    const accept = (value: unknown): unknown => {
      if (troubles.size > 0) succeeded(method)
      return value
    }
    const refuse = (error: unknown): never => {
      if (!(error instanceof StoreError) || error.code !== 'UNAVAILABLE') throw error
      began(method, error)
      throw unavailable(error, false)
    }
    return (call: unknown): Promise<unknown> => Promise.resolve(call).then(accept, refuse)
  }
}
