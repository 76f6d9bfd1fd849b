import { setTimeout as wait } from 'node:timers/promises'
import type { Test } from 'tap'
import type { PlantStore, StoredPlant } from '../../../src/store/store.js'
import { type Answer, overHttp } from '../../server/over-http.js'
import { problemsOf } from '../../store-contract/history.js'
import { Recorder } from '../../store-contract/recorder.js'

/** Callers that create plants, each call recorded: three of them have each id at about the same time, with two names. */
export class Callers {
  readonly recorder = new Recorder()
  readonly answers: Answer[] = []
  readonly #answered: (answer: Answer) => void
  #next = 0
  #isOver = false
  #all: Promise<void>[] = []

  /** @param answered - Called with each answer. */
  constructor(answered: (answer: Answer) => void = () => {}) {
    this.#answered = answered
  }

  begin(count: number, create: (plant: StoredPlant, own: number) => Promise<unknown>): void {
    this.#isOver = false
    this.#all = Array.from({ length: count }, async (_, own) => {
      while (!this.#isOver) {
        const id = BigInt(Math.floor(this.#next++ / 3))
        await create({ id, name: `of ${own % 2}` }, own)
      }
    })
  }

  async end(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#all)
  }

  server(base: string): PlantStore {
    return overHttp(base, (answer) => this.note(answer))
  }

  note(answer: Answer): void {
    this.answers.push(answer)
    this.#answered(answer)
  }

  count(status: number): number {
    return this.answers.filter((answer) => answer.status === status).length
  }

  /** Answers that no client expects. */
  get wrong(): string[] {
    return this.answers.flatMap(({ wrong }) => wrong ?? [])
  }

  /** Resolves when so many creates more are answered with a status. */
  async until(status: number, more: number): Promise<void> {
    for (const end = this.count(status) + more; this.count(status) < end; ) await wait(10)
  }

  /**
   * Reads each plant once more, and asserts that the history could be one of a single store; resolves with how many
   * creates were answered.
   */
  async judge(t: Test, reader: PlantStore): Promise<number> {
    const { creates } = this.recorder.history
    for (const id of new Set(creates.map((each) => each.id))) await this.recorder.get(reader, id)
    t.same(problemsOf(this.recorder.history), [], 'the history could be one of a single store')
    const answered = creates.filter(({ outcome }) => outcome !== 'lost').length
    t.comment(`${answered} of ${creates.length} creates were answered`)
    return answered
  }
}
