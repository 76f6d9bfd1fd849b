/** Clients that create plants for as long as they are told, and remember what they were answered. */

import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, overHttp } from '../../server/over-http.js'
import type { Chance } from '../../toolkit/runtime/json/random.js'

export interface Sent extends Answer {
  readonly id: number
  readonly name: string
  readonly at: number
}

/** Every so many a plant is large, so that logs grow and are moved. */
const LARGE = 4
const LARGEST = 30_000

export class Clients {
  readonly sent: Sent[] = []
  readonly #base: string
  readonly #random: Chance
  #isOver = false
  #id: number
  #clients: Promise<void>[] = []

  /** @param firstId - others may create plants at the same time. */
  constructor(base: string, random: Chance, firstId: number) {
    this.#id = firstId
    this.#base = base
    this.#random = random
  }

  begin(count: number): void {
    this.#clients = Array.from({ length: count }, async () => {
      while (!this.#isOver) if ((await this.create()) !== 200) await wait(20)
    })
  }

  async end(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#clients)
  }

  async create(): Promise<number> {
    const id = this.#id++
    const { below } = this.#random
    const name = `${id}-${'x'.repeat(below(LARGE) === 0 ? below(LARGEST) : 0)}`
    const at = performance.now()
    let status = 0
    const store = overHttp(this.#base, (answer) => {
      status = answer.status
      this.sent.push({ id, name, at, ...answer })
    })
    await store.create({ id: BigInt(id), name }).catch(() => {})
    return status
  }
}
