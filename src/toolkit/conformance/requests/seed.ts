/** How many numbers identities may begin with: a seed has them as a fraction of nine digits. */
const STARTS = 1_000_000_000

export interface SeedParts {
  readonly values: number
  readonly start: number
}

/**
 * The parts of a seed: `1.482913726` draws the values of 1, and identities begin with 482913726. Without a fraction
 * they begin with a number that follows from the seed, so that a seed always says all.
 */
export function partsOfSeed(seed: number): SeedParts {
  const values = Math.trunc(seed)
  const fraction = Math.round(Math.abs(seed - values) * STARTS)
  // Knuth's multiplicative hash: neighbours are far apart.
  const start = fraction || (Math.imul(values, 0x9e3779b1) >>> 0) % STARTS
  return { values, start }
}

/** The seed of a run that is given none: the values are the usual ones, the identities those of no run before. */
export function newSeed(): number {
  return Number(`1.${String(startNow()).padStart(9, '0')}`)
}

/** Most identities that a run has in a millisecond: of a fast server in the same process. */
const MOST_PER_MS = 4

/** A number that no run before began with, nor got to. */
export function startNow(): number {
  return (Date.now() * MOST_PER_MS) % STARTS
}
