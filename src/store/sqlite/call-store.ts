import { BatchQueue } from '../common/batch-queue.js'
import { StoreError } from '../common/store-error.js'
import type { PlantStore, StoreCallOptions } from '../store.js'
import type { DatabaseThread } from './database-thread.js'
import type { StoreCall } from './messages.js'
import type { StoreMethod, ThreadedStore } from './method.js'
import { methods } from './methods.js'

/** A store whose methods are calls to the thread of its file, in batches. */
export function callStore(thread: DatabaseThread, maxWaiting: number): PlantStore {
  const queue = new BatchQueue<StoreCall, unknown>({
    run: (calls) => thread.run(calls),
    weigh: ({ argument }) => textLength(argument),
    maxWaiting,
  })
  let closed: Promise<void> | undefined
  const caller = (method: StoreCall['method']) => {
    const { check } = methods[method] as StoreMethod<unknown, unknown>
    return async (value: unknown, options?: StoreCallOptions): Promise<unknown> => {
      const argument = check(value)
      if (closed) throw new StoreError('CLOSED', 'the store is closed')
      return queue.add({ method, argument }, options?.signal)
    }
  }
  const names = Object.keys(methods) as StoreCall['method'][]
  const callers = Object.fromEntries(names.map((name) => [name, caller(name)]))
  return {
    // Each name has the method whose type `methods` declares.
    ...(callers as unknown as ThreadedStore),
    close() {
      closed ??= queue.idle().then(() => thread.close())
      return closed
    },
  }
}

/** UTF-16 code units of all text in a value. */
function textLength(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((length, member) => length + textLength(member), 0)
}
