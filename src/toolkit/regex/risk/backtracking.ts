import type { Repetition, Syntax } from '../syntax.js'
import type { PatternSymbols } from './symbols.js'

/** Repetitions of more are taken for unlimited ones. */
const LONG = 100
/** As many ways, with a long text tried on each, take long. */
const MANY = 100
/** More ways are taken for exponentially many. */
const MOST_WAYS = 30_000

/** The ways to get to a part, at most, in a text of n characters: `factor * n ** power`. */
interface Ways {
  readonly factor: number
  readonly power: number
  /** The power of n of how often a part is tried after them: in each turn of a long repetition. */
  readonly turns: number
}

/** A match may begin anywhere. */
const ANYWHERE: Ways = { factor: 1, power: 1, turns: 0 }

/**
 * The time of an engine that tries one way after the other. It has only one way where the next character tells
 * whether a repetition goes on, and which alternative is meant; else the ways multiply. That a later character
 * could tell is not seen: the time may be less.
 */
export class Backtracking {
  readonly #symbols: PatternSymbols
  /** Symbols for the end of a text, and for the end of the pattern: there nothing fails. */
  readonly #end: bigint
  readonly #success: bigint
  #degree = 1

  constructor(symbols: PatternSymbols) {
    this.#symbols = symbols
    this.#end = symbols.all + 1n
    this.#success = this.#end << 1n
  }

  /** Exponent of the time, at most; infinite if ways multiply with each turn of a long repetition. */
  degreeOf(pattern: Syntax): number {
    const { factor, power } = this.#after(pattern, ANYWHERE, this.#success)
    return factor > MANY ? Math.max(this.#degree, power + 1) : this.#degree
  }

  #times(ways: Ways, by: number): Ways {
    const factor = ways.factor * by
    if (factor > MOST_WAYS) this.#degree = Infinity
    return { ...ways, factor }
  }

  /** The ways after a part. */
  #after(part: Syntax, ways: Ways, follow: bigint): Ways {
    if (typeof part === 'string') return ways
    if ('at' in part) return part.at === 'start' ? { ...ways, power: ways.turns } : ways
    if ('all' in part) return this.#afterAll(part.all, ways, follow)
    if ('any' in part) return this.#afterAny(part.any, ways, follow)
    if ('of' in part) return this.#afterTurns(part, ways, follow)
    // A lookbehind is read from its end, which takes as long: what is ambiguous is so in both directions.
    const power = ways.power + ways.turns
    const body = 'ahead' in part ? part.ahead : part.behind
    this.#after(body, { ...ways, power, turns: power }, this.#end)
    return ways
  }

  #afterAll(parts: readonly Syntax[], ways: Ways, follow: bigint): Ways {
    const follows = parts.map(() => follow)
    for (let at = parts.length - 1; at > 0; at--)
      follows[at - 1] = this.#first(parts[at] as Syntax, follows[at] as bigint)
    return parts.reduce(
      (before, each, at) => this.#after(each, before, follows[at] as bigint),
      ways,
    )
  }

  #afterAny(parts: readonly Syntax[], ways: Ways, follow: bigint): Ways {
    let [most, alike, seen] = [{ ...ways, power: 0 }, 1, 0n]
    for (const part of parts) {
      const { factor, power } = this.#after(part, ways, follow)
      most = { ...most, factor: Math.max(most.factor, factor), power: Math.max(most.power, power) }
      const first = this.#first(part, follow)
      if ((first & seen) !== 0n) alike++
      seen |= first
    }
    return this.#times(most, alike)
  }

  #afterTurns({ of, least, most = Infinity }: Repetition, ways: Ways, follow: bigint): Ways {
    const isLong = most > LONG
    // A text of any length is tried on each way, unless the first one succeeds.
    if (isLong && (follow & this.#success) === 0n)
      this.#degree = Math.max(this.#degree, ways.power + (ways.factor > MANY ? 2 : 1))
    const first = this.#first(of, 0n)
    const next = most > 1 ? first | follow : follow
    const tries = isLong ? { ...ways, turns: ways.turns + 1 } : ways
    const turn = this.#after(of, tries, least > 1 ? next & ~this.#success : next)
    const [power, branches] = [Math.max(ways.power, turn.power), turn.factor / ways.factor]
    if (power > ways.power ? most > 1 : isLong && branches > 1) this.#degree = Infinity
    const all = isLong ? ways : this.#times({ ...ways, power }, branches ** most)
    if (most === least || (first & follow) === 0n) return all
    return isLong ? { ...all, power: power + 1 } : this.#times(all, most - least + 1)
  }

  /** The symbols that a text can go on with at a part, if it can match. */
  #first(part: Syntax, follow: bigint): bigint {
    if (typeof part === 'string') return this.#symbols.of(part) || this.#symbols.all
    if ('all' in part)
      return part.all.reduceRight((after, each) => this.#first(each, after), follow)
    if ('any' in part) return part.any.reduce((all, each) => all | this.#first(each, follow), 0n)
    if ('of' in part) return this.#first(part.of, follow) | (part.least === 0 ? follow : 0n)
    return 'at' in part && part.at === 'end' ? this.#end : this.#symbols.all | this.#end
  }
}
