/** Work that asks for more work: one piece is done after the other, so that no chain is too long. */
export class WorkQueue {
  readonly #waiting: (() => void)[] = []
  #isBusy = false

  /** Does the work now, or after what is being done. */
  add(work: () => void): void {
    this.#waiting.push(work)
    if (!this.#isBusy) this.finish(() => {})
  }

  /** Does the work, which is not among what is being done, and then all that it has added. */
  finish<Result>(work: () => Result): Result {
    this.#isBusy = true
    const result = work()
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) next()
    this.#isBusy = false
    return result
  }
}
