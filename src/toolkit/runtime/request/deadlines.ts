import { unavailable } from '../errors/http-refusal.js'

/** Something that has to end in time. */
export interface Deadline {
  late(): void
}

/**
 * Calls that have to end in the same time, with one timer for all of them: a timer for each takes
 * more than 5 % of a whole request.
 */
export class Deadlines {
  /** Milliseconds. */
  readonly #time: number
  /** When each call ends, in the order of their ends. */
  readonly #ends = new Map<Deadline, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(time: number) {
    this.#time = time
  }

  /** Settles as a call does, unless that takes too long: then `late` is called, and it is 503. */
  within<Value>(call: Value | Promise<Value>, late: () => void): Promise<Value> {
    return new Promise((resolve, reject) => {
      const deadline: Deadline = {
        late: () => {
          late()
          reject(unavailable(new Error(`the handler has not answered in ${this.#time} ms`)))
        },
      }
      const settle = <Outcome>(act: (outcome: Outcome) => void) => {
        return (outcome: Outcome) => {
          this.delete(deadline)
          act(outcome)
        }
      }
      this.add(deadline)
      Promise.resolve(call).then(settle(resolve), settle(reject))
    })
  }

  /** Calls `late` when the time is up, unless it has been deleted. */
  add(call: Deadline): void {
    if (this.#timer === undefined) this.#timer = setTimeout(this.#check, this.#time)
    else if (this.#ends.size === 0) this.#timer.ref()
    this.#ends.set(call, performance.now() + this.#time)
  }

  delete(call: Deadline): void {
    this.#ends.delete(call)
    // Without calls it does not keep the process running.
    if (this.#ends.size === 0) this.#timer?.unref()
  }

  readonly #check = (): void => {
    this.#timer = undefined
    const now = performance.now()
    for (const [call, end] of this.#ends) {
      if (end > now) {
        this.#timer = setTimeout(this.#check, Math.ceil(end - now))
        return
      }
      this.#ends.delete(call)
      call.late()
    }
  }
}
