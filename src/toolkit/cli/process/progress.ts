/** An output that may be a terminal. */
export interface Screen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** Milliseconds, or operations of the document, from which progress is shown. */
const LONG_RUN = 1000
const MANY_OPERATIONS = 300

/** The current stage of a long run, on one line that is rewritten; only on a terminal. */
export class Progress {
  readonly #screen: Screen
  readonly #now: () => number
  readonly #since: number
  #isShown = false

  constructor(screen: Screen, now: () => number = performance.now.bind(performance)) {
    this.#screen = screen
    this.#now = now
    this.#since = now()
  }

  /** Shows stage `n` of `of`. */
  stage(name: string, n: number, of: number, operations = 0): void {
    const isLong = this.#now() - this.#since >= LONG_RUN || operations > MANY_OPERATIONS
    if (!this.#screen.isTTY || !isLong) return
    this.#isShown = true
    const size = operations > 0 ? ` of ${operations} operations` : ''
    this.#screen.write(`${CLEAR_LINE}${n}/${of} ${name}${size}`)
  }

  /** Clears the line before other output. */
  clear(): void {
    if (this.#isShown) this.#screen.write(CLEAR_LINE)
    this.#isShown = false
  }
}

/** To the first column, and erase to the end of the line (ECMA-48, 8.3.41). */
const CLEAR_LINE = '\r\u001b[K'
