import { textLength } from './common/batched-store.js'
import type { PlantPage, PlantPages } from './common/plant-pages.js'
import { repeated } from './common/repeated.js'
import { type PlantStore, type StoredPlant, StoreError } from './store.js'

export type { PlantPage, PlantPages } from './common/plant-pages.js'

/** How far a copy is: the plants up to a place. */
export interface CopyProgress {
  /** Plants that were new in the other store, where they are durable now. */
  readonly created: number
  /** Plants that were there already, with the same content. */
  readonly unchanged: number
  /** Plants that are not in the other store. */
  readonly refused: number
  /** The place, from which a later copy may go on; undefined before the first plant. */
  readonly after: bigint | undefined
}

/** Options of `copyPlants`. */
export interface CopyOptions {
  /** The place from which to go on. Default: the beginning. */
  readonly after?: bigint | undefined
  /** Called for about a thousand plants; must not throw. */
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined
  /** Called for each plant that is not copied: another one has its id, or the store does not take it. */
  readonly onRefusal?: ((id: bigint, reason: string) => void) | undefined
  /** Milliseconds in which a store that was there and is gone may come back. Default 60000. */
  readonly patience?: number
}

/**
 * Copies the plants of a store into another one by its `create`, so that what is there already stays as it is,
 * and the copy may be repeated. While some are created the next ones are read; all others wait in the store.
 *
 * @throws {StoreError} when a store cannot be used. What `onProgress` was told is done.
 *
 * @example
 * const from = openPages('sqlite:plants.db')
 * const { created } = await copyPlants(from, postgres(new pg.Pool()))
 */
export async function copyPlants(
  from: PlantPages,
  to: PlantStore,
  { after, onProgress, onRefusal, patience = 60_000 }: CopyOptions = {},
): Promise<CopyProgress> {
  const patiently: Patiently = (run) => repeated(run, isPassing, performance.now() + patience)
  // What cannot be used from the beginning is told at once, and before the other store is made.
  await from.read(after)
  await to.ready()
  let progress: CopyProgress = { created: 0, unchanged: 0, refused: 0, after }
  const copy = async ({ plants, last }: PlantPage, before: Promise<void>) => {
    const all = plants.map((plant) => outcomeOf(plant, () => patiently(() => to.create(plant))))
    const outcomes = await Promise.all(all)
    await before
    progress = { ...sum(progress, outcomes, onRefusal), after: last }
    onProgress?.(progress)
  }
  let before = Promise.resolve()
  for await (const page of batches((place) => patiently(() => from.read(place)), after)) {
    const now = copy(page, before)
    // It is awaited one page later.
    now.catch(() => {})
    await before
    before = now
  }
  await before
  return progress
}

type Patiently = <Value>(run: () => Promise<Value>) => Promise<Value>

/** Plants of a batch, which are created at once; fewer if their texts are long. */
const BATCH = 1000
const BATCH_LENGTH = 2 ** 20

/** Joins pages. */
async function* batches(read: PlantPages['read'], after?: bigint): AsyncGenerator<PlantPage> {
  let plants: StoredPlant[] = []
  let last = after
  for (let page = await read(after); page; page = await read(last)) {
    plants.push(...page.plants)
    last = page.last
    if (plants.length < BATCH && textLength(plants) < BATCH_LENGTH) continue
    yield { plants, last }
    plants = []
  }
  if (plants.length > 0) yield { plants, last: last as bigint }
}

interface NotCopied {
  readonly id: bigint
  readonly reason: string
}

type PlantOutcome = 'created' | 'unchanged' | NotCopied

async function outcomeOf(
  { id }: StoredPlant,
  create: () => ReturnType<PlantStore['create']>,
): Promise<PlantOutcome> {
  try {
    const outcome = await create()
    return outcome === 'conflict' ? { id, reason: 'another plant has its id' } : outcome
  } catch (error) {
    if (isOfOne(error)) return { id, reason: error.message }
    throw error
  }
}

function isPassing(error: unknown): boolean {
  return error instanceof StoreError && (error.code === 'UNAVAILABLE' || error.code === 'BUSY')
}

/** True if it is the plant that a store does not take. */
function isOfOne(error: unknown): error is StoreError {
  return error instanceof StoreError && (error.code === 'INVALID' || error.code === 'FAILED')
}

function sum(
  { created, unchanged, refused }: CopyProgress,
  outcomes: readonly PlantOutcome[],
  onRefusal: CopyOptions['onRefusal'],
): Omit<CopyProgress, 'after'> {
  const refusals = outcomes.filter((outcome) => typeof outcome === 'object')
  for (const { id, reason } of refusals) onRefusal?.(id, reason)
  const count = (name: PlantOutcome) => outcomes.filter((outcome) => outcome === name).length
  return {
    created: created + count('created'),
    unchanged: unchanged + count('unchanged'),
    refused: refused + refusals.length,
  }
}
