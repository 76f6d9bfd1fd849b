/** What waits for its turn. */
export interface Waiting {
  go(): void
}

/** How many connections go on in one turn, and how many requests more than one each they may begin. */
const CONNECTIONS = 8
const REQUESTS = 8

/**
 * Shares the server out among its connections. Each may have one request under way; what clients send
 * ahead (pipelining, RFC 9112, section 9.3.2) is begun while there is room for it, and a little of it in
 * each turn of the event loop: in one turn Node accepts one new connection.
 */
export class Turns {
  readonly #limit: number
  #underWay = 0
  #begun = 0
  #waiting: Waiting[] = []
  #isPlanned = false

  /** @param limit - How many requests may be under way beyond the first one of each connection. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Whether one more may be begun that was sent ahead. */
  get hasRoom(): boolean {
    return this.#underWay < this.#limit && this.#begun < REQUESTS
  }

  begin(): void {
    this.#underWay++
    this.#begun++
    this.#plan()
  }

  end(): void {
    this.#underWay--
  }

  /** Has somebody go on in one of the next turns. */
  wait(waiting: Waiting): void {
    this.#waiting.push(waiting)
    this.#plan()
  }

  #plan(): void {
    if (this.#isPlanned) return
    this.#isPlanned = true
    setImmediate(() => this.#turn())
  }

  #turn(): void {
    this.#isPlanned = false
    this.#begun = 0
    for (const each of this.#waiting.splice(0, CONNECTIONS)) each.go()
    if (this.#waiting.length > 0) this.#plan()
  }
}
