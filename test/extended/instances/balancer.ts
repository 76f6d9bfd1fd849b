import { setTimeout as wait } from 'node:timers/promises'
import { type PlantStore, StoreError } from '../../../src/store/store.js'
import { changedStore } from '../../store/changed-store.js'
import type { Callers } from '../load/callers.js'

export interface Backend {
  readonly base: string
  readonly adminPort: number
}

interface Known {
  readonly store: PlantStore
  isReady: boolean
}

const INTERVAL = 100

/**
 * Sends each create to the next server whose `/readyz` was 200 when it was asked last, and repeats none: of a server
 * that ends before it is done with a request there is no answer.
 */
export class Balancer {
  readonly store = changedStore({} as PlantStore, {
    create: async (plant) => this.#next().create(plant),
  })
  readonly #callers: Callers
  readonly #known = new Map<Backend, Known>()
  readonly #timer = setInterval(() => this.#ask(), INTERVAL)
  #turn = 0

  /** @param callers - They have its answers. */
  constructor(callers: Callers) {
    this.#callers = callers
  }

  /** Resolves when it gets requests. */
  async add(backend: Backend): Promise<void> {
    const known = { store: this.#callers.server(backend.base), isReady: false }
    this.#known.set(backend, known)
    while (!known.isReady) await wait(INTERVAL / 4)
  }

  remove(backend: Backend): void {
    this.#known.delete(backend)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #next(): PlantStore {
    const ready = [...this.#known.values()].filter(({ isReady }) => isReady)
    const next = ready[this.#turn++ % ready.length]
    if (next !== undefined) return next.store
    this.#callers.note({ status: 503 })
    throw new StoreError('UNAVAILABLE', 'no server is ready')
  }

  #ask(): void {
    for (const [{ adminPort }, known] of this.#known) {
      const asked = fetch(`http://127.0.0.1:${adminPort}/readyz`, {
        signal: AbortSignal.timeout(2_000),
      })
      asked.then(
        async (answer) => {
          known.isReady = answer.ok
          await answer.text()
        },
        () => (known.isReady = false),
      )
    }
  }
}
