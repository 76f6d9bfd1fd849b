/** Pairs that are proved, and those whose proof is going on: a value is finite, so that they may assume themselves. */
export class Assumptions {
  readonly #proved: Set<string>
  /** Depths of the pairs whose proof is going on. */
  readonly #open = new Map<string, number>()
  /** Pairs that are proved if those of some depths are. */
  readonly #assuming = new Map<string, Set<number>>()
  /** What the proof that is going on has assumed. */
  #assumed = new Set<number>()

  /** @param proved - Pairs that are proved, for later proofs. */
  constructor(proved: Set<string>) {
    this.#proved = proved
  }

  /** True if a pair is proved, or may be assumed. */
  isKnown(key: string): boolean {
    const depth = this.#open.get(key)
    const needed = depth === undefined ? this.#assuming.get(key) : [depth]
    for (const each of needed ?? []) this.#assumed.add(each)
    return needed !== undefined || this.#proved.has(key)
  }

  /** Proves a pair, which may assume itself. @returns the gaps: none if it is proved. */
  during<T>(key: string, gapsOf: () => readonly T[]): readonly T[] {
    const depth = this.#open.size
    const outer = this.#assumed
    const assumed = new Set<number>()
    this.#open.set(key, depth)
    this.#assumed = assumed
    const gaps = gapsOf()
    this.#open.delete(key)
    assumed.delete(depth)
    this.#assumed = new Set([...outer, ...assumed])
    if (gaps.length === 0) this.#assuming.set(key, new Set([depth]))
    this.#settle(depth, gaps.length === 0 ? assumed : undefined)
    return gaps
  }

  /** Ends an assumption: it is wrong, or rests on others, on none if it is proved. */
  #settle(depth: number, others: ReadonlySet<number> | undefined): void {
    for (const [key, needed] of this.#assuming) {
      if (!needed.delete(depth)) continue
      for (const each of others ?? []) needed.add(each)
      if (others !== undefined && needed.size > 0) continue
      this.#assuming.delete(key)
      if (others !== undefined) this.#proved.add(key)
    }
  }
}
