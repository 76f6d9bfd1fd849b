/** Number of paths, by place. */
export type PathCounts = ReadonlyMap<number, number>

/** Larger numbers of paths count as this one. */
export const MOST_PATHS = 64

export function capped(paths: number): number {
  return Math.min(paths, MOST_PATHS)
}

export function addTo(total: Map<number, number>, more: PathCounts, factor: number): void {
  for (const [place, paths] of more)
    total.set(place, capped((total.get(place) ?? 0) + paths * factor))
}

export class BudgetExceeded extends Error {}

/** Counts the steps of an analysis. */
export class Budget {
  #left: number

  constructor(steps: number) {
    this.#left = steps
  }

  /** @throws {BudgetExceeded} */
  spend(steps = 1): void {
    this.#left -= steps
    if (this.#left < 0) throw new BudgetExceeded()
  }
}
