/** Milliseconds between looks at what seems wrong. */
const WAITS = [40, 160, 300]

/** The same, where waiting has never helped. */
const SHORT = [20]

/** How often waiting may be in vain before it is shorter. */
const IN_VAIN = 2

/** Whether a server is late with what it shows: the kit waits where that helps. */
export class Lateness {
  #isLate = false
  #lasting = 0

  get waits(): readonly number[] {
    return this.#isLate || this.#lasting < IN_VAIN ? WAITS : SHORT
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
