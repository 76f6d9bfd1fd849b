/** In how many ways something is reached, by place. */
export type Ways = ReadonlyMap<number, number>

/** What a part of a pattern looks like from outside. */
export interface Fragment {
  /** In how many ways it matches no text, in the middle of one and at its start. */
  readonly empty: number
  readonly emptyAtStart: number
  /** The places that are reached first, in the middle of a text and at its start. */
  readonly first: Ways
  readonly firstAtStart: Ways
  /** The places from which it is left. */
  readonly last: Ways
  /** Those behind which nothing more is asked, and whether nothing is asked where it matches no text. */
  readonly end: ReadonlySet<number>
  readonly canEndEmpty: boolean
  /** In how many ways one can go through it, loops aside. */
  readonly shapes: number
}

/**
 * How many places a pattern may have, with the steps from one to another, and what is copied on the way:
 * a list of 20,000 words has fewer.
 */
const MOST_STEPS = 500_000
/** More ways than these are not told apart. */
export const MOST_WAYS = 64

/** A pattern has more places or steps than any is worth. */
export class TooLarge extends Error {}

/**
 * Puts parts together (the construction of Glushkov, with the number of ways counted). Each method
 * throws {@link TooLarge}.
 */
export class FragmentBuilder {
  readonly classes: string[] = []
  readonly follow: Map<number, number>[] = []

  #steps = 0

  character(source: string): Fragment {
    const place = this.classes.push(source) - 1
    this.#spend(1)
    this.follow.push(new Map())
    const only = new Map([[place, 1]])
    const places = { first: only, firstAtStart: only, last: only }
    return {
      ...NOTHING,
      ...places,
      empty: 0,
      emptyAtStart: 0,
      end: new Set([place]),
      canEndEmpty: false,
    }
  }

  nothing(): Fragment {
    return NOTHING
  }

  /** What matches no text, and only where `at` says: behind the end and before the start is nothing. */
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
      shapes: before.shapes * after.shapes,
    }
  }

  choice(parts: readonly Fragment[]): Fragment {
    const add = (pick: (part: Fragment) => number) =>
      parts.reduce((total, part) => total + pick(part), 0)
    const merge = (pick: (part: Fragment) => Ways) => {
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
      shapes: add((part) => part.shapes),
    }
  }

  /** The engine gives up a repetition that matches no text: that is no way of its own. */
  optional(part: Fragment): Fragment {
    return { ...part, empty: 1, emptyAtStart: 1, canEndEmpty: true, shapes: part.shapes + 1 }
  }

  repeated(part: Fragment, ways: number): Fragment {
    for (let count = 0; count < ways; count++) this.#connect(part.last, part.first)
    return { ...part, empty: 1, emptyAtStart: 1, canEndEmpty: true, shapes: 1 }
  }

  #connect(from: Ways, to: Ways): void {
    this.#spend(from.size * to.size)
    for (const [place, ways] of from) {
      const follow = this.follow[place] as Map<number, number>
      for (const [next, more] of to) follow.set(next, capped((follow.get(next) ?? 0) + ways * more))
    }
  }

  /** The ways of both, those of the second times `factor`. */
  #sum(some: Ways, more: Ways, factor: number): Ways {
    if (factor === 0) return some
    this.#spend(some.size + more.size)
    const total = new Map(some)
    addTo(total, more, factor)
    return total
  }

  #union(some: ReadonlySet<number>, more: ReadonlySet<number>): ReadonlySet<number> {
    this.#spend(some.size + more.size)
    return new Set([...some, ...more])
  }

  #spend(steps: number): void {
    this.#steps += steps
    if (this.#steps > MOST_STEPS) throw new TooLarge()
  }
}

const NOTHING: Fragment = {
  empty: 1,
  emptyAtStart: 1,
  first: new Map(),
  firstAtStart: new Map(),
  last: new Map(),
  end: new Set(),
  canEndEmpty: true,
  shapes: 1,
}

function capped(ways: number): number {
  return Math.min(ways, MOST_WAYS)
}

function addTo(total: Map<number, number>, more: Ways, factor: number): void {
  for (const [place, ways] of more)
    total.set(place, capped((total.get(place) ?? 0) + ways * factor))
}
