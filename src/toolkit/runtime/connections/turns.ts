/** What waits for its turn. */
export interface WaitingConnection {
  go(): void
}

/**
 * How long one turn may take, in milliseconds, and how many requests that were sent ahead may begin in
 * it. In each turn of its event loop Node accepts one new connection.
 */
const TIME = 5
const AHEAD = 8

/** How many go on in one turn, as far as there is time. */
const SLOTS = 32

/**
 * Shares the server out among its connections. Each may have one request under way; what clients send
 * ahead (pipelining, RFC 9112, section 9.3.2) is begun while there is room for it. Who has to wait goes
 * on in a later turn, in the order of waiting.
 */
export class Turns {
  readonly #limit: number
  readonly #now: () => number
  #underWay = 0
  #begun = 0
  #start = 0
  #hasTurn = false
  #slots = 0
  readonly #waiting = new Set<WaitingConnection>()

  /**
   * @param limit - How many requests may be under way beyond the first one of each connection.
   * @param now - The clock, in milliseconds.
   */
  constructor(limit: number, now = () => performance.now()) {
    this.#limit = limit
    this.#now = now
  }

  /** Whether one more may be under way that was sent ahead. */
  get hasRoom(): boolean {
    return this.#underWay < this.#limit
  }

  begin(): void {
    this.#underWay++
    this.#begun++
  }

  end(): void {
    this.#underWay--
  }

  /** Whether somebody may go on in this turn. */
  mayGoOn(isAhead: boolean): boolean {
    if (!this.#hasTurn) this.#beginTurn()
    if (isAhead && this.#begun >= AHEAD) return false
    return this.#now() - this.#start < TIME
  }

  /** Has somebody go on in a later turn. */
  wait(waiting: WaitingConnection): void {
    this.#waiting.add(waiting)
    this.#plan()
  }

  #beginTurn(): void {
    this.#hasTurn = true
    this.#begun = 0
    this.#start = this.#now()
    setImmediate(() => {
      this.#hasTurn = false
    })
  }

  #plan(): void {
    if (this.#slots >= Math.min(SLOTS, this.#waiting.size)) return
    this.#slots++
    // Each by itself: what one of them begins is done before the next one.
    setImmediate(() => this.#slot())
  }

  #slot(): void {
    this.#slots--
    if (this.mayGoOn(false)) {
      for (const first of this.#waiting) {
        this.#waiting.delete(first)
        first.go()
        break
      }
    }
    this.#plan()
  }
}
