import type { PlantPages } from './common/plant-pages.js'
import { type PlantStore, type StoredPlant, StoreError } from './store.js'

export type { PlantPage, PlantPages } from './common/plant-pages.js'

/** What became of the plants of a page. */
export interface CopiedPage {
  /** Plants that were new in the other store, where they are durable now. */
  readonly created: number
  /** Plants that were there already, with the same content. */
  readonly unchanged: number
  /** Plants that are not in the other store: another one has the id, or the store does not take it. */
  readonly refused: readonly NotCopied[]
  /** The place of the last of them, from which a later copy may go on. */
  readonly last: bigint
}

export interface NotCopied {
  readonly id: bigint
  readonly reason: string
}

/**
 * Copies the plants of a store into another one by its `create`, so that what is there already stays as it is,
 * and the copy may be repeated. While some are created the next ones are read; all others wait in the store.
 *
 * @param after - The place from which to go on. Default: the beginning.
 * @throws {StoreError} when a store cannot be used. What was yielded is done.
 *
 * @example
 * const from = openPages('sqlite:plants.db')
 * for await (const { created } of copyPlants(from, postgres(new pg.Pool()))) console.log(created)
 */
export async function* copyPlants(
  from: PlantPages,
  to: PlantStore,
  after?: bigint,
): AsyncGenerator<CopiedPage> {
  for (let page = await from.read(after); page !== undefined; ) {
    const { plants, last } = page
    const next = from.read(last)
    // It is awaited when these are there.
    next.catch(() => {})
    const outcomes = await Promise.all(plants.map((plant) => outcomeOf(plant, to)))
    const count = (name: string) => outcomes.filter((outcome) => outcome === name).length
    const refused = outcomes.filter((outcome) => typeof outcome === 'object')
    yield { created: count('created'), unchanged: count('unchanged'), refused, last }
    page = await next
  }
}

async function outcomeOf(
  plant: StoredPlant,
  to: PlantStore,
): Promise<'created' | 'unchanged' | NotCopied> {
  const { id } = plant
  try {
    const outcome = await to.create(plant)
    return outcome === 'conflict' ? { id, reason: 'another plant has its id' } : outcome
  } catch (error) {
    // It is the plant that the store does not take.
    const isOfOne = error instanceof StoreError && /^(INVALID|FAILED)$/.test(error.code)
    if (isOfOne) return { id, reason: error.message }
    throw error
  }
}
