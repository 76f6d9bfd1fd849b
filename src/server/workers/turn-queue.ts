import type { WorkerOrder } from './messages.js'

/** The part of a worker that is needed here. */
interface TurnWorker {
  send(order: WorkerOrder): unknown
}

/**
 * Whose turn it is to write. Without turns the worker that has just written would write again, a few plants
 * at a time, while others look again and again whether the lock of the file is free: SQLite has no queue.
 *
 * A worker keeps its turn until another one wants it, so that one alone asks once.
 */
export class TurnQueue<W extends TurnWorker> {
  readonly #waiting = new Set<W>()
  #writer: W | undefined

  want(worker: W): void {
    this.#waiting.add(worker)
    if (this.#writer === undefined) this.#next()
    else if (this.#waiting.size === 1) this.#writer.send({ turn: 'end' })
  }

  /** Ends its turn, if it has one. Call it also for a worker that has ended. */
  end(worker: W): void {
    this.#waiting.delete(worker)
    if (worker !== this.#writer) return
    this.#writer = undefined
    this.#next()
  }

  #next(): void {
    const [worker] = this.#waiting
    if (worker === undefined) return
    this.#waiting.delete(worker)
    this.#writer = worker
    worker.send({ turn: 'begin' })
    if (this.#waiting.size > 0) worker.send({ turn: 'end' })
  }
}
