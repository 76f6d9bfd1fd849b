import { addTo, Budget, capped, type PathCounts } from './path-counts.js'

/** A part of a pattern as its surroundings see it. */
export interface Fragment {
  /** Number of paths that match the empty string, inside of a string and at its start. */
  readonly empty: number
  readonly emptyAtStart: number
  /** Places that are reached first, inside of a string and at its start. */
  readonly first: PathCounts
  readonly firstAtStart: PathCounts
  /** Places from which the part is left. */
  readonly last: PathCounts
  /** Last places without a condition behind them, and whether an empty match has no condition. */
  readonly end: ReadonlySet<number>
  readonly canEndEmpty: boolean
  /** Number of paths through the part, not counting loops. */
  readonly acyclicPaths: number
}

/** Most places, edges and copies of a pattern; a list of 20,000 words has fewer. */
const MOST_STEPS = 500_000

/** Combines parts (Glushkov's construction, counting paths). All throw {@link BudgetExceeded}. */
export class FragmentBuilder {
  readonly classes: string[] = []
  readonly follow: Map<number, number>[] = []

  readonly #budget = new Budget(MOST_STEPS)

  character(source: string): Fragment {
    const place = this.classes.push(source) - 1
    this.#budget.spend(1)
    this.follow.push(new Map())
    const only = new Map([[place, 1]])
    const places = { first: only, firstAtStart: only, last: only }
    return { ...NOTHING, ...NEVER_EMPTY, ...places, end: new Set([place]) }
  }

  nothing(): Fragment {
    return NOTHING
  }

  /** A condition, which matches the empty string at some positions. */
  place(at: string): Fragment {
    const isInside = at === 'edge' || at === 'inside'
    const emptyAtStart = at === 'end' ? 0 : 1
    return { ...NOTHING, empty: isInside ? 1 : 0, emptyAtStart, canEndEmpty: false }
  }

  sequence(before: Fragment, after: Fragment): Fragment {
    this.#connect(before.last, after.first)
    return {
      empty: capped(before.empty * after.empty),
      emptyAtStart: capped(before.emptyAtStart * after.emptyAtStart),
      first: this.#sum(before.first, after.first, before.empty),
      firstAtStart: this.#sum(before.firstAtStart, after.firstAtStart, before.emptyAtStart),
      last: this.#sum(after.last, before.last, after.empty),
      end: after.canEndEmpty ? this.#union(before.end, after.end) : after.end,
      canEndEmpty: before.canEndEmpty && after.canEndEmpty,
      acyclicPaths: before.acyclicPaths * after.acyclicPaths,
    }
  }

  choice(parts: readonly Fragment[]): Fragment {
    const add = (pick: (part: Fragment) => number) =>
      parts.reduce((total, part) => total + pick(part), 0)
    const merge = (pick: (part: Fragment) => PathCounts) => {
      const total = new Map<number, number>()
      for (const part of parts) addTo(total, pick(part), 1)
      return total
    }
    return {
      empty: capped(add((part) => part.empty)),
      emptyAtStart: capped(add((part) => part.emptyAtStart)),
      first: merge((part) => part.first),
      firstAtStart: merge((part) => part.firstAtStart),
      last: merge((part) => part.last),
      end: new Set(parts.flatMap((part) => [...part.end])),
      canEndEmpty: parts.some((part) => part.canEndEmpty),
      acyclicPaths: add((part) => part.acyclicPaths),
    }
  }

  /** The engine gives up a repetition of the empty string: it is no path of its own. */
  optional(part: Fragment): Fragment {
    return { ...part, ...ONCE_EMPTY, acyclicPaths: part.acyclicPaths + 1 }
  }

  repeated(part: Fragment, paths: number): Fragment {
    for (let count = 0; count < paths; count++) this.#connect(part.last, part.first)
    return { ...part, ...ONCE_EMPTY, acyclicPaths: 1 }
  }

  #connect(from: PathCounts, to: PathCounts): void {
    this.#budget.spend(from.size * to.size)
    for (const [place, paths] of from) {
      const follow = this.follow[place] as Map<number, number>
      for (const [next, more] of to)
        follow.set(next, capped((follow.get(next) ?? 0) + paths * more))
    }
  }

  /** The paths of both, those of the second multiplied by `factor`. */
  #sum(some: PathCounts, more: PathCounts, factor: number): PathCounts {
    if (factor === 0) return some
    this.#budget.spend(some.size + more.size)
    const total = new Map(some)
    addTo(total, more, factor)
    return total
  }

  #union(some: ReadonlySet<number>, more: ReadonlySet<number>): ReadonlySet<number> {
    this.#budget.spend(some.size + more.size)
    return new Set([...some, ...more])
  }
}

const ONCE_EMPTY = { empty: 1, emptyAtStart: 1, canEndEmpty: true }
const NEVER_EMPTY = { empty: 0, emptyAtStart: 0, canEndEmpty: false }

const NOTHING: Fragment = {
  ...ONCE_EMPTY,
  first: new Map(),
  firstAtStart: new Map(),
  last: new Map(),
  end: new Set(),
  acyclicPaths: 1,
}
