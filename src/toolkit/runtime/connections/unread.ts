import type { Inbound } from './inbound.js'

/**
 * Closes the connections whose clients have not read for the longest, while what waits for clients to
 * read it takes more memory than it may. It is counted now and then: after as much has been sent as it
 * may grow beyond.
 */
export class Unread {
  readonly #memory: number
  readonly #connections: ReadonlyMap<unknown, Inbound>
  readonly #tell: (closed: number) => void
  #since = 0

  /** @param tell - Told how many connections were closed. */
  constructor(
    memory: number,
    connections: ReadonlyMap<unknown, Inbound>,
    tell: (closed: number) => void,
  ) {
    this.#memory = memory
    this.#connections = connections
    this.#tell = tell
  }

  /** So many bytes more may have to wait. */
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
    this.#tell(closed)
  }
}

/** How many bytes wait until a client reads: of its responses, of their requests, and behind them. */
function sizeOf({ responses, heldLength }: Inbound): number {
  if (!responses.all[0]?.writableLength) return 0
  return responses.all.reduce(
    (sum, { writableLength, req }) =>
      sum + writableLength + Number(req.headers['content-length'] ?? 0),
    heldLength,
  )
}
