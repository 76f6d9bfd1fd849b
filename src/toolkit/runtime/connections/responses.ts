import type { ServerResponse } from 'node:http'
import type { Inbound } from './inbound.js'
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

/**
 * Closes the connections whose clients have not read for the longest time, while the unread data
 * takes too much memory. It is counted from time to time: whenever an eighth of the limit has been
 * sent.
 */
export class Unread {
  readonly #memory: number
  readonly #connections: ReadonlyMap<unknown, Inbound>
  readonly #onClosed: (closed: number) => void
  #since = 0

  /** @param onClosed - Called with the number of closed connections. */
  constructor(
    memory: number,
    connections: ReadonlyMap<unknown, Inbound>,
    onClosed: (closed: number) => void,
  ) {
    this.#memory = memory
    this.#connections = connections
    this.#onClosed = onClosed
  }

  /** More bytes may have to wait. */
  add(length: number): void {
    this.#since += length
    if (this.#since < this.#memory / 8) return
    this.#since = 0
    this.#count()
  }

  #count(): void {
    const all = [...this.#connections.values()].map((each) => ({ each, size: sizeOf(each) }))
    let excess = all.reduce((sum, { size }) => sum + size, -this.#memory)
    if (excess <= 0) return
    let closed = 0
    all.sort((a, b) => a.each.responses.since - b.each.responses.since)
    for (const { each, size } of all) {
      if (excess <= 0) break
      if (size === 0) continue
      excess -= size
      closed++
      each.socket.destroy()
    }
    this.#onClosed(closed)
  }
}

/** Bytes that wait for a client to read: of its responses, of their requests, and of held data. */
function sizeOf({ responses, heldLength }: Inbound): number {
  if (!responses.all[0]?.writableLength) return 0
  return responses.all.reduce(
    (sum, { writableLength, req }) =>
      sum + writableLength + Number(req.headers['content-length'] ?? 0),
    heldLength,
  )
}
