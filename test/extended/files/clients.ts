/** Clients that create plants for as long as they are told, and remember what they were answered. */

import { setTimeout as wait } from 'node:timers/promises'
import type { Chance } from '../../toolkit/runtime/json/random.js'

/** A create, and its answer. */
export interface Sent {
  readonly id: number
  readonly name: string
  readonly at: number
  readonly status: number
  /** The fault of the answer, whatever the server has done. */
  readonly wrong?: string
}

/** An answer takes as long as the store waits for a lock, not longer. */
const PATIENCE = 20_000

/** Every so many a plant is large, so that logs grow and are moved. */
const LARGE = 4
const LARGEST = 30_000

/** Creates plants with many clients at once. */
export class Clients {
  readonly sent: Sent[] = []
  readonly #target: { base: string; token: string }
  readonly #random: Chance
  #isOver = false
  #id: number
  #clients: Promise<void>[] = []

  /** @param firstId - others may create plants at the same time. */
  constructor(target: { base: string; token: string }, random: Chance, firstId: number) {
    this.#id = firstId
    this.#target = target
    this.#random = random
  }

  begin(count: number): void {
    this.#clients = Array.from({ length: count }, async () => {
      while (!this.#isOver) {
        const { status } = await this.create()
        if (status !== 200) await wait(20)
      }
    })
  }

  async end(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#clients)
  }

  async create(): Promise<Sent> {
    const id = this.#id++
    const { below } = this.#random
    const name = `${id}-${'x'.repeat(below(LARGE) === 0 ? below(LARGEST) : 0)}`
    const at = performance.now()
    const answer = await this.#send(id, name).catch((error) => ({
      status: 0,
      wrong: String(error),
    }))
    const sent = { id, name, at, ...answer }
    this.sent.push(sent)
    return sent
  }

  async #send(id: number, name: string): Promise<Pick<Sent, 'status' | 'wrong'>> {
    const { base, token } = this.#target
    const response = await fetch(`${base}/plants`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id, name }),
      signal: AbortSignal.timeout(PATIENCE),
    })
    const { status, headers } = response
    const text = await response.text()
    if (status === 200) return { status }
    const isRight =
      status === 503 &&
      headers.get('retry-after') === '1' &&
      text === '{"error":50300,"message":"The server cannot answer now; try again later."}'
    return isRight ? { status } : { status, wrong: `${status} ${text}` }
  }
}
