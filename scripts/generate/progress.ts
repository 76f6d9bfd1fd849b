/** Where progress is shown. */
export interface Screen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** Milliseconds after which a run is a long one. */
const LONG = 1000

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
  stage(name: string, n: number, of: number): void {
    if (!this.#screen.isTTY || this.#now() - this.#since < LONG) return
    this.#shown = true
    this.#screen.write(`${CLEAR}${n}/${of} ${name}`)
  }

  /** Clears the line, for what is told next. */
  clear(): void {
    if (this.#shown) this.#screen.write(CLEAR)
    this.#shown = false
  }
}

/** To the first column, and nothing to the right of it (ECMA-48, 8.3.41). */
const CLEAR = '\r\u001b[K'
