/** Runs functions that add more functions one after the other: the call stack stays small. */
export class WorkQueue {
  readonly #waiting: (() => void)[] = []
  #isBusy = false

  /** Runs a function now, or after the current one. */
  add(work: () => void): void {
    this.#waiting.push(work)
    if (!this.#isBusy) this.finish(() => {})
  }

  /** Runs a function at once, and then all functions that it has added. */
  finish<Result>(work: () => Result): Result {
    this.#isBusy = true
    const result = work()
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) next()
    this.#isBusy = false
    return result
  }
}
