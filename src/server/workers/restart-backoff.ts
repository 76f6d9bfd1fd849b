/** Milliseconds before a worker that ended is replaced, and the most of them. */
const FIRST = 100
const LONGEST = 10_000

/** Milliseconds after which the end of a worker says nothing about the next one. */
const STEADY = 10_000

/** Ends soon after the start, for each worker, after which there is no hope. */
const TRIES = 5

/** How fast workers that end are replaced: the wait doubles while they end soon after their start. */
export class RestartBackoff {
  readonly #workers: number
  #early = 0

  constructor(workers: number) {
    this.#workers = workers
  }

  /** Milliseconds to wait after the end of a worker that lived for so long. */
  next(lived: number): number {
    this.#early = lived < STEADY ? this.#early + 1 : 0
    const rounds = Math.floor(Math.max(0, this.#early - 1) / this.#workers)
    return Math.min(LONGEST, FIRST * 2 ** rounds)
  }

  get isHopeless(): boolean {
    return this.#early >= TRIES * this.#workers
  }
}
