import type { ServerResponse } from 'node:http'
import type { Turns } from './turns.js'

/** Unsent responses of one connection, in the order of their requests. */
export class Responses {
  readonly #turns: Turns
  readonly #all: ServerResponse[] = []
  #since = 0

  constructor(turns: Turns) {
    this.#turns = turns
  }

  get all(): readonly ServerResponse[] {
    return this.#all
  }

  get count(): number {
    return this.#all.length
  }

  /** Time since which the client waits for the first of them. */
  get since(): number {
    return this.#since
  }

  begin(response: ServerResponse): void {
    if (this.#all.push(response) > 1) this.#turns.begin()
    else this.#since = Date.now()
  }

  /** The first of them has been sent. */
  end(): void {
    this.#all.shift()
    if (this.#all.length === 0) return
    this.#since = Date.now()
    this.#turns.end()
  }

  /** None of them will be sent. */
  close(): void {
    while (this.#all.length > 0) this.end()
  }
}
