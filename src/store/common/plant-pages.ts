import type { StoredPlant } from './plant.js'
import { StoreError } from './store-error.js'

/** Plants of a store that follow each other in its own order. */
export interface PlantPage {
  /** At least one. */
  readonly plants: readonly StoredPlant[]
  /** The place of the last of them: to be given to the next `read`. */
  readonly last: bigint
}

/** All plants of a store, in the order in which it reads them fast, for who copies them. Reading changes nothing. */
export interface PlantPages {
  /**
   * Resolves with plants behind a place, or with the first ones; with nothing when there are no more. Every plant
   * that was stored before the first call is in exactly one page, those that are stored meanwhile in one or none.
   * A place stays good: a later process may go on from it.
   *
   * @throws {StoreError} `UNAVAILABLE` when a later call with the same place may succeed.
   */
  read(after?: bigint): Promise<PlantPage | undefined>

  /** Releases all resources. Never rejects. */
  close(): Promise<void>
}

/** Plants of one `read`: few enough for plants with long texts, which memory has to hold. */
export const PAGE_LENGTH = 100

/** The page of plants in the order of their ids. */
export function pageOf(plants: readonly StoredPlant[]): PlantPage | undefined {
  const last = plants.at(-1)
  return last && { plants, last: last.id }
}

const LEAST = -(2n ** 63n)
const MOST = 2n ** 63n - 1n

/** The first place behind another one, or of all; nothing behind the last. Places are int64, like ids. */
export function placeBehind(after: bigint | undefined): bigint | undefined {
  if (after === undefined) return LEAST
  if (after < LEAST || after > MOST) throw new StoreError('INVALID', 'a place is an int64')
  return after === MOST ? undefined : after + 1n
}

/**
 * The method `read` of pages that are selected from a place on.
 *
 * @param toStoreError - Makes the error of a caller of what has failed.
 */
export function readerOf(
  select: (first: bigint) => Promise<PlantPage | undefined>,
  toStoreError: (error: unknown) => Error,
): PlantPages['read'] {
  return async (after) => {
    const first = placeBehind(after)
    if (first === undefined) return undefined
    return select(first).catch((error) => Promise.reject(toStoreError(error)))
  }
}
