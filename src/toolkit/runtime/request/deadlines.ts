import { Link } from '../../shared/link.js'

/** Something that has to end in time. */
export abstract class Deadline extends Link {
  /** Set here, in milliseconds of `performance.now()`. */
  end = 0
  abstract onLate(): void
}

/**
 * Deadlines of the same duration, with one timer for all of them: a timer for each request would take
 * more time than most steps of it.
 */
export class Deadlines {
  /** Milliseconds. */
  readonly time: number
  /** Followed by all deadlines in the order of their ends. */
  readonly #all = new Link()
  #timer: NodeJS.Timeout | undefined

  constructor(time: number) {
    this.time = time
  }

  /** Calls `onLate` when the time is up, unless the deadline has been deleted. */
  add(deadline: Deadline): void {
    deadline.end = performance.now() + this.time
    if (this.#timer === undefined) this.#timer = setTimeout(this.#check, this.time)
    else if (this.#all.isAlone()) this.#timer.ref()
    deadline.append(this.#all)
  }

  delete(deadline: Deadline): void {
    deadline.leave()
    // Without deadlines it does not keep the process running.
    if (this.#all.isAlone()) this.#timer?.unref()
  }

  readonly #check = (): void => {
    this.#timer = undefined
    const now = performance.now()
    while (!this.#all.isAlone()) {
      const deadline = this.#all.next as Deadline
      if (deadline.end > now) {
        this.#timer = setTimeout(this.#check, Math.ceil(deadline.end - now))
        return
      }
      deadline.leave()
      deadline.onLate()
    }
  }
}
