import type { LazyOperation, OperationContract, OperationParts } from '../contract.js'
import { reopening } from './reopen.js'

/** What is loaded on first use, once. */
export interface Lazy<T> {
  /** What has been loaded. */
  readonly value: T | undefined
  /** A load that fails rejects; the next one tries again. */
  load(): Promise<T>
}

/**
 * @param from - What is wanted of a module that has been loaded again, where `load` imports one.
 */
export function lazy<T>(
  load: () => Promise<T>,
  from: (module: object) => T | undefined = () => undefined,
): Lazy<T> {
  const attempt = reopening(load, from)
  let value: T | undefined
  let loading: Promise<T> | undefined
  return {
    get value() {
      return value
    },
    load() {
      loading ??= attempt().then(
        (loaded) => {
          value = loaded
          return loaded
        },
        (error) => {
          loading = undefined
          throw error
        },
      )
      return loading
    },
  }
}

type Module = Awaited<ReturnType<LazyOperation['load']>>

/**
 * An operation that is there, or is loaded when it is asked for.
 *
 * @param change - What is used in its place.
 * @param prepare - What has to be done before it is used.
 */
export function lazyOperation(
  operation: OperationContract | LazyOperation,
  change: (loaded: OperationContract) => OperationContract,
  prepare: (loaded: OperationContract) => Promise<unknown>,
): Lazy<OperationContract> {
  if (!('load' in operation)) {
    const value = change(operation)
    return { value, load: async () => value }
  }
  const { load, parts, ...route } = operation
  const module = lazy(load, (again) => (parts in again ? (again as Module) : undefined))
  return lazy(async () => {
    const loaded = change({ ...route, ...((await module.load())[parts] as OperationParts) })
    await prepare(loaded)
    return loaded
  })
}
