import type { ServerResponse } from 'node:http'
import type { Inbound } from './inbound.js'
import type { Turns } from './turns.js'

/** A logical clock: only the order of times matters, and to ask for the time takes longer. */
let clock = 0

/** Unsent responses of one connection, in the order of their requests. */
export class Responses {
  readonly all: ServerResponse[] = []
  /** Since when the client waits for the first of them, by the logical clock of all connections. */
  since = 0
  readonly #turns: Turns

  constructor(turns: Turns) {
    this.#turns = turns
  }

  begin(response: ServerResponse): void {
    if (this.all.push(response) > 1) this.#turns.begin()
    else this.since = ++clock
  }

  /** The first of them has been sent. */
  end(): void {
    this.all.shift()
    if (this.all.length === 0) return
    this.since = ++clock
    this.#turns.end()
  }

  /** None of them will be sent. */
  close(): void {
    while (this.all.length > 0) this.end()
  }
}

/**
 * Closes the connections whose clients have not read for the longest time, while the unread data
 * takes too much memory. It is counted whenever an eighth of the limit has been sent.
 *
 * @param onClosed - Called with the number of closed connections.
 * @returns a function to be called with the number of bytes that may have to wait.
 */
export function limitUnread(
  memory: number,
  connections: ReadonlySet<Inbound>,
  onClosed: (closed: number) => void,
): (length: number) => void {
  let sent = 0
  return (length) => {
    sent += length
    if (sent < memory / 8) return
    sent = 0
    const closed = closeSlowest(memory, [...connections])
    if (closed > 0) onClosed(closed)
  }
}

/** Returns the number of closed connections. */
function closeSlowest(memory: number, connections: readonly Inbound[]): number {
  const all = connections.map((each) => ({ each, size: sizeOf(each) }))
  let excess = all.reduce((sum, { size }) => sum + size, -memory)
  if (excess <= 0) return 0
  let closed = 0
  all.sort((a, b) => a.each.responses.since - b.each.responses.since)
  for (const { each, size } of all) {
    if (excess <= 0) break
    if (size === 0) continue
    excess -= size
    closed++
    each.socket.destroy()
  }
  return closed
}

/** Bytes that wait for a client to read: of its responses, of their requests, and of held data. */
function sizeOf({ responses: { all }, heldLength }: Inbound): number {
  if (!all[0]?.writableLength) return 0
  return all.reduce((sum, { writableLength, req }) => {
    return sum + writableLength + Number(req.headers['content-length'] ?? 0)
  }, heldLength)
}
