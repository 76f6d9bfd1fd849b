/** Plants whose ids lie evenly over the whole range, but for a rest above the last one. */
export interface Spread {
  readonly plants: number
  /** From one id to the next. */
  readonly step: bigint
}

/** Ids above the last one, for plants that are created in order. */
const REST = 2n ** 41n

export function spreadOf(plants: number): Spread {
  return { plants, step: (2n ** 64n - REST) / BigInt(plants) }
}

/** The first is index 0. Negative factors come first, so that no product is above 2^63. */
export function idAt({ plants, step }: Spread, index: number): bigint {
  return BigInt(index - halfOf(plants)) * step
}

export function halfOf(plants: number): number {
  return Math.floor(plants / 2)
}

/** Plants of a batch of SQL, which is one transaction. */
const BATCH = 1_000_000

/** One plant of so many comes later. */
const LATE = 5

/** Plants with an index from `from` to `to`, both included: those that come late, or the others. */
export interface Piece {
  readonly from: number
  readonly to: number
  /** An SQL condition for an index `n`. */
  readonly condition: string
}

/**
 * Pieces that fill a table. In order alone they would leave every page full, so that each create of a random
 * id had to split one; those that come late have split them all.
 */
export function* piecesOf({ plants }: Spread, batch = BATCH): Generator<Piece> {
  for (const sign of ['<>', '=']) {
    for (let from = 0; from < plants; from += batch) {
      const to = Math.min(from + batch, plants) - 1
      yield { from, to, condition: `n % ${LATE} ${sign} ${LATE - 1}` }
    }
  }
}
