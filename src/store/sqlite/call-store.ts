import { BatchQueue } from '../common/batch-queue.js'
import { StoreError } from '../common/store-error.js'
import type { PlantStore, StoreCallOptions } from '../store.js'
import type { DatabaseThread } from './database-thread.js'
import type { Call } from './messages.js'
import type { Answered, Method } from './method.js'
import { methods } from './methods.js'

/** A store whose methods are calls to the thread of its file, in batches. */
export function callStore(thread: DatabaseThread, maxWaiting: number): PlantStore {
  const calls = new Calls(thread, maxWaiting)
  const names = Object.keys(methods) as Call['method'][]
  const answered = Object.fromEntries(names.map((name) => [name, calls.to(name)]))
  // Each name has a method of the type that `methods` gives it.
  return { ...(answered as unknown as Answered), close: () => calls.close() }
}

class Calls {
  readonly #thread: DatabaseThread
  readonly #queue: BatchQueue<Call, unknown>
  #closed: Promise<void> | undefined

  constructor(thread: DatabaseThread, maxWaiting: number) {
    this.#thread = thread
    this.#queue = new BatchQueue({
      run: (calls) => thread.run(calls),
      weigh: ({ argument }) => textIn(argument),
      maxWaiting,
    })
  }

  to(method: Call['method']) {
    const { check } = methods[method] as Method<unknown, unknown>
    return async (given: unknown, options?: StoreCallOptions): Promise<unknown> => {
      const argument = check(given)
      if (this.#closed) throw new StoreError('CLOSED', 'the store is closed')
      return this.#queue.add({ method, argument }, options?.signal)
    }
  }

  close(): Promise<void> {
    this.#closed ??= this.#queue.idle().then(() => this.#thread.close())
    return this.#closed
  }
}

/** How much text a value holds, in UTF-16 code units. */
function textIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((length, member) => length + textIn(member), 0)
}
