import { type PlantStore, type StoredPlant, StoreError } from '../../src/store/store.js'
import type { History, RecordedCreate, RecordedRead } from './history.js'

/** Codes of failed calls that did nothing. */
const NOTHING_DONE: readonly string[] = ['INVALID', 'CLOSED', 'BUSY', 'UNSUPPORTED']

/** Records the calls of stores over one storage, for `problemsOf`. */
export class Recorder {
  readonly #creates: RecordedCreate[] = []
  readonly #reads: RecordedRead[] = []
  readonly #underWay = new Set<Pick<RecordedCreate, 'id' | 'plant' | 'start'>>()

  /** What was called so far. A create that is under way may have stored its plant, like one that failed. */
  get history(): History {
    const end = performance.now()
    const underWay = [...this.#underWay].map((call) => ({ ...call, end, outcome: 'lost' as const }))
    return { creates: [...this.#creates, ...underWay], reads: [...this.#reads] }
  }

  /** Creates a plant. Resolves with the outcome, or with nothing when the call failed. */
  async create(store: PlantStore, plant: StoredPlant): Promise<string | undefined> {
    const { id } = plant
    const call = { id, plant, start: performance.now() }
    this.#underWay.add(call)
    const record = (outcome: RecordedCreate['outcome']) =>
      this.#creates.push({ ...call, end: performance.now(), outcome })
    try {
      const outcome = await store.create(plant)
      record(outcome)
      return outcome
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      if (!NOTHING_DONE.includes(error.code)) record('lost')
      return undefined
    } finally {
      this.#underWay.delete(call)
    }
  }

  /** Reads a plant; a read that fails says nothing. */
  async get(store: PlantStore, id: bigint): Promise<void> {
    const start = performance.now()
    try {
      const found = await store.get(id)
      this.#reads.push({ id, found, start, end: performance.now() })
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
    }
  }
}
