/** Where progress is shown. */
export interface Screen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** Milliseconds after which a run is a long one, and operations with which it will be. */
const LONG = 1000
const MANY = 300

/** Tells in one line, rewritten, what a long run does; nothing where nobody watches. */
export class Progress {
  readonly #screen: Screen
  readonly #now: () => number
  readonly #since: number
  #shown = false

  constructor(screen: Screen, now: () => number = performance.now.bind(performance)) {
    this.#screen = screen
    this.#now = now
    this.#since = now()
  }

  /** A stage begins, the nth of so many. */
  stage(name: string, n: number, of: number, operations = 0): void {
    const isLong = this.#now() - this.#since >= LONG || operations > MANY
    if (!this.#screen.isTTY || !isLong) return
    this.#shown = true
    const size = operations > 0 ? ` of ${operations} operations` : ''
    this.#screen.write(`${CLEAR}${n}/${of} ${name}${size}`)
  }

  /** Clears the line, for what is told next. */
  clear(): void {
    if (this.#shown) this.#screen.write(CLEAR)
    this.#shown = false
  }
}

/** To the first column, and nothing to the right of it (ECMA-48, 8.3.41). */
const CLEAR = '\r\u001b[K'
