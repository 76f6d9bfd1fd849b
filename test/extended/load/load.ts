import { setTimeout as wait } from 'node:timers/promises'
import { token } from '../../server/helpers.js'
import { Connection, type Response } from './connection.js'

export interface Outcome {
  readonly seconds: number
  readonly sent: number
  /** Milliseconds from when a request was due, or sent, to its response with 200. */
  readonly times: readonly number[]
  /** Responses with 503 and `Retry-After`. */
  readonly refused: number
  /** All others. */
  readonly wrong: readonly string[]
}

/** One plant after the other, each new. */
let id = 0

export class Load {
  readonly #connections: readonly Connection[]
  readonly #idle: Connection[]
  #times: number[] = []
  #refused = 0
  #wrong: string[] = []
  #sent = 0

  constructor(port: number, connections: number) {
    this.#connections = Array.from({ length: connections }, () => new Connection(port))
    this.#idle = [...this.#connections]
  }

  /** Opens all connections; resolves with the milliseconds that the slowest took. */
  async connect(): Promise<number> {
    const begun = performance.now()
    await Promise.all(this.#connections.map((connection) => connection.connect()))
    return performance.now() - begun
  }

  /** All connections send the next request when the last one is answered: as much as the server can carry. */
  closed(seconds: number): Promise<Outcome> {
    const end = performance.now() + 1_000 * seconds
    const again = (connection: Connection) => {
      if (performance.now() < end) this.#send(connection, performance.now(), again)
      else this.#idle.push(connection)
    }
    for (const connection of this.#idle.splice(0)) again(connection)
    return this.#outcome(end)
  }

  /**
   * So many requests a second, whatever the server does. One that is due while all connections wait is sent
   * when one is free, and its time counts from when it was due; with `isImpatient` it is not sent at all, and times
   * count from the sending, since a client of such a load is late itself.
   */
  open(rate: number, seconds: number, isImpatient = false): Promise<Outcome> {
    const begun = performance.now()
    const end = begun + 1_000 * seconds
    const waiting: number[] = []
    let due = 0
    const free = (connection: Connection) => {
      const at = waiting.shift()
      if (at === undefined) this.#idle.push(connection)
      else this.#send(connection, at, free)
    }
    const tick = () => {
      const now = performance.now()
      for (const last = ((Math.min(now, end) - begun) * rate) / 1_000; due < last; due++) {
        const connection = this.#idle.pop()
        const at = isImpatient ? performance.now() : begun + (1_000 * due) / rate
        if (connection) this.#send(connection, at, free)
        else if (!isImpatient) waiting.push(at)
      }
      if (now < end) setTimeout(tick, 1)
    }
    tick()
    return this.#outcome(end)
  }

  close(): void {
    for (const connection of this.#connections) connection.close()
  }

  #send(connection: Connection, due: number, then: (connection: Connection) => void): void {
    this.#sent++
    connection.send(request(), (response) => {
      this.#count(response, performance.now() - due)
      then(connection)
    })
  }

  #count({ status, head }: Response, time: number): void {
    if (status === 200) this.#times.push(time)
    else if (status === 503 && /\r\nretry-after: \d/i.test(head)) this.#refused++
    else this.#wrong.push(head || 'no response')
  }

  /** Waits until all are answered. */
  async #outcome(end: number): Promise<Outcome> {
    const begun = performance.now()
    while (performance.now() < end || this.#idle.length < this.#connections.length) await wait(5)
    const [times, refused, wrong, sent] = [this.#times, this.#refused, this.#wrong, this.#sent]
    this.#times = []
    this.#wrong = []
    this.#refused = this.#sent = 0
    return { seconds: (performance.now() - begun) / 1_000, sent, times, refused, wrong }
  }
}

function request(): string {
  const body = `{"id":${++id},"name":"fern"}`
  const head = `POST /plants HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n`
  const rest = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  return head + rest + body
}

/** The value that this part of all values is not above. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN
}
