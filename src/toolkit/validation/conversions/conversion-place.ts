import { atIndex, atKey, type Conversions, isUndecided, resolve } from './conversions.js'
import type { Codec } from './scalars.js'

/** Most combinations of alternatives that are kept of one schema: clients choose which hold together. */
const MOST_COMBINATIONS = 1000

/** What belongs to all places of one schema. */
class Whole {
  /** By the numbers of the conversions that apply. */
  readonly places = new Map<string, ConversionPlace>()
  readonly numbers = new Map<Conversions, number>()
  combinations = 0

  keyOf(conversions: readonly Conversions[]): string {
    return conversions.map((each) => this.#numberOf(each)).join()
  }

  #numberOf(conversions: Conversions): number {
    const known = this.numbers.get(conversions) ?? this.numbers.size
    this.numbers.set(conversions, known)
    return known
  }
}

/**
 * A place in the values of a schema, by the conversions that apply there. What has been found out once is
 * kept: a document has few combinations of its parts.
 */
export class ConversionPlace {
  readonly isInt64: boolean
  readonly codecs: readonly Codec[]
  /** True if nothing is converted here, or inside. */
  readonly isPlain: boolean
  /** Names of the members that conversions are about. */
  readonly names: readonly string[]
  /** True if they are about other members, too. */
  readonly hasOthers: boolean
  readonly #leftOut: ReadonlySet<string>
  readonly #conversions: readonly Conversions[]
  readonly #whole: Whole
  /** True if alternatives depend on the value. */
  readonly #isUndecided: boolean
  readonly #hasPatterns: boolean
  readonly #prefix: number
  /** Members that the schema names. */
  readonly #named: Map<string, ConversionPlace | undefined>
  #rest: ConversionPlace | undefined
  #items: ConversionPlace | undefined
  #open: ConversionPlace | undefined

  private constructor(conversions: readonly Conversions[], isUndecided: boolean, whole: Whole) {
    this.#conversions = conversions
    this.#isUndecided = isUndecided
    this.#whole = whole
    this.isPlain = conversions.every((each) => Object.keys(each).length === 0)
    this.isInt64 = conversions.some(({ int64 }) => int64)
    this.codecs = conversions.flatMap(({ codec = [] }) => codec)
    this.#leftOut = new Set(conversions.flatMap(({ leftOut = [] }) => leftOut))
    const named = conversions.flatMap(({ members = {} }) => Object.keys(members))
    this.#named = new Map([...named, ...this.#leftOut].map((name) => [name, undefined]))
    this.names = [...this.#named.keys()]
    this.#hasPatterns = conversions.some(({ patterns }) => patterns !== undefined)
    this.hasOthers = this.#hasPatterns || conversions.some(({ rest }) => rest !== undefined)
    this.#prefix = Math.max(0, ...conversions.map(({ prefix = [] }) => prefix.length))
  }

  /** The place of whole values. */
  static of(conversions: Conversions = NONE): ConversionPlace {
    const known = ofSchemas.get(conversions)
    if (known !== undefined && known.#whole.combinations < MOST_COMBINATIONS) return known
    const place = ConversionPlace.#at([conversions], new Whole())
    ofSchemas.set(conversions, place)
    return place
  }

  static #at(given: readonly Conversions[], whole: Whole): ConversionPlace {
    const all = resolve(given, undefined, 'none')
    return ConversionPlace.#kept(all, all.some(isUndecided), whole)
  }

  static #kept(all: readonly Conversions[], isUndecided: boolean, whole: Whole): ConversionPlace {
    const key = `${isUndecided ? '?' : ''}${whole.keyOf(all)}`
    const known = whole.places.get(key)
    if (known !== undefined) return known
    const place = new ConversionPlace(all, isUndecided, whole)
    whole.places.set(key, place)
    return place
  }

  /** The place where every alternative is taken to hold: the value is not valid yet. */
  get open(): ConversionPlace {
    if (!this.#isUndecided) return this
    this.#open ??= ConversionPlace.#kept(
      resolve(this.#conversions, undefined, 'each'),
      false,
      this.#whole,
    )
    return this.#open
  }

  /** The place with the alternatives that hold for a value. */
  decided(value: unknown): ConversionPlace {
    if (!this.#isUndecided) return this
    const { places } = this.#whole
    const before = places.size
    const place = ConversionPlace.#kept(resolve(this.#conversions, value), false, this.#whole)
    if (places.size > before) this.#whole.combinations++
    return place
  }

  /** True if a handler does not get a member. */
  leavesOut(name: string): boolean {
    return this.#leftOut.size > 0 && this.#leftOut.has(name)
  }

  atName(name: string): ConversionPlace {
    const found = this.#named.get(name)
    if (found !== undefined) return found
    const isNamed = this.#named.has(name)
    if (!isNamed && this.#rest !== undefined) return this.#rest
    const place = ConversionPlace.#at(atKey(this.#conversions, name), this.#whole)
    // Clients choose the others, which are alike without patterns.
    if (isNamed) this.#named.set(name, place)
    else if (!this.#hasPatterns) this.#rest = place
    return place
  }

  atIndex(index: number): ConversionPlace {
    if (index < this.#prefix)
      return ConversionPlace.#at(atIndex(this.#conversions, index), this.#whole)
    this.#items ??= ConversionPlace.#at(atIndex(this.#conversions, index), this.#whole)
    return this.#items
  }
}

const NONE: Conversions = {}
const ofSchemas = new WeakMap<Conversions, ConversionPlace>()
