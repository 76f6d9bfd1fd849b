import type { Test } from 'tap'
import type { PlantStore, StoredPlant } from '../../../src/store/store.js'
import { problemsOf } from '../../store-contract/history.js'
import type { Recorder } from '../../store-contract/recorder.js'

/** Callers that create plants: three of them have each id at about the same time, with two names. */
export class Callers {
  #next = 0
  #isOver = false
  #all: Promise<void>[] = []

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
}

/**
 * Reads each plant once more, and asserts that the history could be one of a single store; resolves with how many
 * creates were answered.
 */
export async function judge(t: Test, recorder: Recorder, reader: PlantStore): Promise<number> {
  const { creates } = recorder.history
  for (const id of new Set(creates.map((each) => each.id))) await recorder.get(reader, id)
  t.same(problemsOf(recorder.history), [], 'the history could be one of a single store')
  const answered = creates.filter(({ outcome }) => outcome !== 'lost').length
  t.comment(`${answered} of ${creates.length} creates were answered`)
  return answered
}
