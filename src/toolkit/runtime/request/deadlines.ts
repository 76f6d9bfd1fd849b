/** Something that has to end in time. */
export interface Deadline {
  /** Set here, in milliseconds of `performance.now()`. */
  end: number
  onLate(): void
}

/**
 * Deadlines of the same duration, with one timer for all of them: a timer for each request would take
 * more time than most steps of it.
 */
export class Deadlines {
  /** Milliseconds. */
  readonly time: number
  /** In the order of their ends. */
  readonly #all = new Set<Deadline>()
  #timer: NodeJS.Timeout | undefined

  constructor(time: number) {
    this.time = time
  }

  /** Calls `onLate` when the time is up, unless the deadline has been deleted. */
  add(deadline: Deadline): void {
    deadline.end = performance.now() + this.time
    this.#all.add(deadline)
    if (this.#timer === undefined) this.#timer = setTimeout(this.#check, this.time)
    else if (this.#all.size === 1) this.#timer.ref()
  }

  delete(deadline: Deadline): void {
    this.#all.delete(deadline)
    // Without deadlines it does not keep the process running.
    if (this.#all.size === 0) this.#timer?.unref()
  }

  readonly #check = (): void => {
    this.#timer = undefined
    const now = performance.now()
    for (const deadline of this.#all) {
      if (deadline.end > now) {
        this.#timer = setTimeout(this.#check, Math.ceil(deadline.end - now))
        return
      }
      this.#all.delete(deadline)
      deadline.onLate()
    }
  }
}
