/** Milliseconds after which a worker writes without its turn, whatever keeps the others. */
const PATIENCE = 250

/** The turns of a worker, which begin and end as the primary says. */
export class TurnTaker {
  readonly #tell: (turn: 'want' | 'end') => void
  #isMine = false
  #isWanted = false
  /** True while a batch waits for its turn, or is written. */
  #isBusy = false
  #begin: (() => void) | undefined

  /** @param tell - Tells the primary that this worker wants a turn, or has ended it. */
  constructor(tell: (turn: 'want' | 'end') => void) {
    this.#tell = tell
  }

  /** A `WriteTurn`. */
  readonly take = async (): Promise<() => void> => {
    // Before its turn begins, since the order to end it may come in the same step.
    this.#isBusy = true
    if (!this.#isMine) await this.#wait()
    return () => {
      this.#isBusy = false
      if (this.#isWanted) this.#giveBack()
    }
  }

  /** @param turn - It begins now, or it has to end with the batch; one that has ended needs no other end. */
  order(turn: 'begin' | 'end'): void {
    if (turn === 'begin') {
      this.#isMine = true
      this.#begin?.()
    } else if (this.#isMine) {
      this.#isWanted = true
      if (!this.#isBusy) this.#giveBack()
    }
  }

  async #wait(): Promise<void> {
    this.#tell('want')
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      this.#begin = resolve
      timer = setTimeout(resolve, PATIENCE)
    })
    clearTimeout(timer)
  }

  #giveBack(): void {
    this.#isMine = false
    this.#isWanted = false
    this.#tell('end')
  }
}
