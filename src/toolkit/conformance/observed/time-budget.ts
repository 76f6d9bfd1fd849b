import { performance } from 'node:perf_hooks'

/** The share of the process's working time that may be spent. */
const SHARE = 0.02

/** Milliseconds at the start: schemas are compiled, and the code is slow until the engine has compiled it, too. */
const AT_START = 1_000

/** Most milliseconds that are saved up while there is nothing to do. */
const MOST_SAVED = 4

/** Work that has a share of the time in which the process works, and is left out beyond it. */
export class TimeBudget {
  #left = AT_START
  #last = working()

  /** True if there is time for a piece of work. */
  get isLeft(): boolean {
    const now = working()
    const earned = (now - this.#last) * SHARE
    this.#left = Math.max(this.#left, Math.min(MOST_SAVED, this.#left + earned))
    this.#last = now
    return this.#left > 0
  }

  /** Does a piece of work, and notes the time that it takes. */
  spend(work: () => void): void {
    const started = performance.now()
    try {
      work()
    } finally {
      this.#left -= performance.now() - started
    }
  }
}

/** Milliseconds that the event loop has not waited. */
function working(): number {
  return performance.eventLoopUtilization().active
}
