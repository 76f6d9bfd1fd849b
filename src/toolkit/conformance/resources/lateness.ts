/** Looks at what seems wrong, as parts of the time that a server may be late. */
const LOOKS = [0.02, 0.1, 0.25, 0.63]

/** The same, where waiting has never helped. */
const FEWER = [0.04]

/** How often waiting may be in vain before it is shorter. */
const IN_VAIN = 2

/** Whether a server is late with what it shows: the kit waits where that helps. */
export class Lateness {
  /** Milliseconds after which something is newer also for a server that keeps its times in seconds. */
  readonly apart: number = 1100
  readonly #most: number
  #isLate = false
  #lasting = 0

  /** @param most - Milliseconds that the server may be late. */
  constructor(most: number) {
    this.#most = most
  }

  /** Milliseconds between looks at what seems wrong. */
  get waits(): readonly number[] {
    const looks = this.#isLate || this.#lasting < IN_VAIN ? LOOKS : FEWER
    return looks.map((part) => part * this.#most)
  }

  /** What seemed wrong was only late. */
  noteLate(): void {
    this.#isLate = true
  }

  /** What seemed wrong was wrong. */
  noteLasting(): void {
    this.#lasting += 1
  }
}
