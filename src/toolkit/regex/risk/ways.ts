import type { Repetition, Syntax } from '../syntax.js'
import { isLong, isLookaround, mayFail, reversed } from './parts.js'
import type { PatternSymbols } from './symbols.js'

/** Most ways to match a part at one place, for a text of n characters: `factor * n ** degree`. */
export interface Ways {
  readonly degree: number
  readonly factor: number
  /** The same for a text of one character more, as a factor; of parts that are repeated. */
  readonly branches: number
}

const ONE: Ways = { degree: 0, factor: 1, branches: 1 }

/** More ways are taken for exponentially many. */
const MOST_WAYS = 30_000

/** What may come after a part: the symbols of the next character, and whether the match may still fail. */
interface Rest {
  readonly follow: bigint
  readonly isFinal: boolean
}

/** The ways that lead to a part, and the long repetitions that it is in. */
interface Outer {
  readonly before: number
  readonly turns: number
}

/**
 * Counts the ways in which the engine, which tries one after the other, can match a pattern. It assumes that
 * two parts can match the same text if they can begin with the same character: then a repetition of one
 * next to the other multiplies the ways by the length of the text, and one inside of another takes exponentially
 * many.
 */
export class WayCounter {
  /** Exponent of the time of one attempt. */
  time = 1
  /** Where there are exponentially many ways: by how much a character multiplies them. */
  base = 2
  readonly #symbols: PatternSymbols
  readonly #references: ReadonlySet<Syntax>
  readonly #firsts = new Map<Syntax, First>()
  readonly #end: bigint

  /** @param references - Parts that are copies of groups for references back: they match in one way. */
  constructor(symbols: PatternSymbols, references: ReadonlySet<Syntax>) {
    this.#symbols = symbols
    this.#references = references
    this.#end = symbols.all + 1n
  }

  count(part: Syntax, rest: Rest = NO_REST, outer: Outer = NO_OUTER): Ways {
    if (typeof part === 'string' || 'at' in part) return ONE
    if (this.#references.has(part)) {
      this.#walk(outer.before, rest)
      return ONE
    }
    if (isLookaround(part)) {
      const before = outer.before + outer.turns
      const body = 'ahead' in part ? part.ahead : reversed(part.behind)
      this.count(body, { follow: 0n, isFinal: false }, { before, turns: 0 })
      return ONE
    }
    if ('all' in part) return this.#sequence(part.all, rest, outer)
    if ('any' in part) return this.#alternatives(part.any, rest, outer)
    return this.#repetition(part, rest, outer)
  }

  /** A part that may be as long as the text takes as much time for each of the ways to it. */
  #walk(before: number, { isFinal }: Rest): void {
    // What cannot fail afterwards is not tried again.
    if (!isFinal) this.time = Math.max(this.time, before + 1)
  }

  #endless(base: number): Ways {
    this.base = Math.max(this.base, base)
    this.time = Infinity
    return { degree: Infinity, factor: 1, branches: 2 * base }
  }

  #limited(ways: Ways): Ways {
    return ways.factor > MOST_WAYS ? this.#endless(MOST_WAYS) : ways
  }

  #sequence(parts: readonly Syntax[], rest: Rest, { before, turns }: Outer): Ways {
    const rests = [rest]
    for (const part of parts.slice(1).toReversed()) {
      const [{ follow, isFinal }] = rests as [Rest]
      const { bits, isEmpty } = this.#first(part)
      rests.unshift({ follow: isEmpty ? bits | follow : bits, isFinal: isFinal && !mayFail(part) })
    }
    let ways = ONE
    for (const [at, part] of parts.entries()) {
      const more = this.count(part, rests[at] as Rest, { before: before + ways.degree, turns })
      ways = this.#limited(times(ways, more))
    }
    return ways
  }

  #alternatives(parts: readonly Syntax[], rest: Rest, outer: Outer): Ways {
    const counts = new Map<bigint, number>()
    let most: Ways = ONE
    for (const part of parts) {
      const { bits, isEmpty } = this.#first(part)
      const ways = this.count(part, rest, outer)
      const { degree, factor, branches } = most
      most = {
        degree: Math.max(degree, ways.degree),
        factor: Math.max(factor, ways.factor),
        branches: Math.max(branches, ways.branches),
      }
      for (let left = isEmpty ? bits | rest.follow : bits; left > 0n; left &= left - 1n) {
        const symbol = left & -left
        counts.set(symbol, (counts.get(symbol) ?? 0) + 1)
      }
    }
    let same = 1
    for (const count of counts.values()) same = Math.max(same, count)
    return this.#limited(times(most, { degree: 0, factor: same, branches: same }))
  }

  #repetition({ of, least, most = Infinity }: Repetition, rest: Rest, outer: Outer): Ways {
    const { bits, isEmpty } = this.#first(of)
    const isChoice = most > least && (bits & rest.follow) !== 0n
    if (most <= 1) {
      const ways = this.count(of, rest, outer)
      return isChoice ? times(ways, { degree: 0, factor: 2, branches: 2 }) : ways
    }
    const long = isLong(most)
    const inside = { before: outer.before, turns: outer.turns + Number(long) }
    const again = { follow: bits | rest.follow, isFinal: false }
    const turn = this.count(of, again, inside)
    const { degree, factor } = turn
    // Turns without a character may be anywhere between the others.
    const places = isEmpty ? (Number.isFinite(most) ? most : least + 1) : 1
    const branches = Math.max(turn.branches * places, 1)
    if (degree > 0 || factor > 1) {
      const isEndless = long || degree === Infinity || factor ** most > MOST_WAYS
      if (isEndless) return this.#endless(Math.max(branches, 2))
      this.#walk(outer.before + degree * most, again)
    } else if (long) this.#walk(outer.before, rest)
    const all = long ? ONE : { degree: degree * most, factor: factor ** most, branches }
    if (!isChoice) return this.#limited(all)
    const ends = long ? { degree: 1, factor: 1 } : { degree: 0, factor: most - least + 1 }
    return this.#limited(times(all, { ...ends, branches: 2 }))
  }

  /** The symbols that a part can begin with; the end of a text is one, too. */
  #first(part: Syntax): First {
    if (typeof part === 'string') return { bits: this.#symbols.of(part), isEmpty: false }
    const known = this.#firsts.get(part) ?? this.#findFirst(part)
    this.#firsts.set(part, known)
    return known
  }

  #findFirst(part: Exclude<Syntax, string>): First {
    if ('at' in part) return part.at === 'end' ? { bits: this.#end, isEmpty: false } : NOTHING
    // It may take as long as the text, wherever it is tried.
    if (isLookaround(part)) return { bits: this.#symbols.all | this.#end, isEmpty: true }
    if ('of' in part) {
      const { bits, isEmpty } = this.#first(part.of)
      return { bits, isEmpty: isEmpty || part.least === 0 }
    }
    let bits = 0n
    if ('any' in part) {
      const firsts = part.any.map((each) => this.#first(each))
      for (const first of firsts) bits |= first.bits
      return { bits, isEmpty: firsts.some(({ isEmpty }) => isEmpty) }
    }
    for (const each of part.all) {
      const first = this.#first(each)
      bits |= first.bits
      if (!first.isEmpty) return { bits, isEmpty: false }
    }
    return { bits, isEmpty: true }
  }
}

interface First {
  readonly bits: bigint
  readonly isEmpty: boolean
}

const NOTHING: First = { bits: 0n, isEmpty: true }
const NO_REST: Rest = { follow: 0n, isFinal: true }
const NO_OUTER: Outer = { before: 0, turns: 0 }

function times(some: Ways, others: Ways): Ways {
  return {
    degree: some.degree + others.degree,
    factor: some.factor * others.factor,
    branches: some.branches * others.branches,
  }
}
