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
  for (const name of methodsOf(store)) {
    const watch = watchedMethod(name)
    const methods = store as unknown as Record<string, (...args: unknown[]) => unknown>
    const value = (...args: unknown[]) => watch(methods[name]?.(...args))
    Object.defineProperty(watched, name, { value })
  }
  return watched
}

/** The names of all methods of a store, whatever its contract has by then. */
function methodsOf(store: object): string[] {
  const isMethod = (name: string) =>
    name !== 'constructor' && typeof Reflect.get(store, name) === 'function'
  const names = new Set<string>()
  for (let each = store; isOwn(each); each = Object.getPrototypeOf(each)) {
    for (const name of Object.getOwnPropertyNames(each)) if (isMethod(name)) names.add(name)
  }
  return [...names]
}

/** False for what ends each chain of prototypes. */
function isOwn(prototype: object | null): boolean {
  return prototype !== null && prototype !== Object.prototype
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
