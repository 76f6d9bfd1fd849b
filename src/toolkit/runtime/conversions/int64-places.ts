import { atIndex, atKey, type Conversions, resolve } from './conversions.js'

/**
 * Where a schema has int64s. The value is not validated yet, so that every alternative is taken to
 * hold. What has been found out once is kept: there are at most as many places as the schema has
 * combinations of its parts.
 */
export class Int64Places {
  readonly isInt64: boolean
  readonly #conversions: readonly Conversions[]
  readonly #known: KnownPlaces
  /** Members that the schema names. */
  readonly #named = new Map<string, Int64Places>()
  readonly #names: ReadonlySet<string>
  readonly #hasPatterns: boolean
  readonly #hasPrefix: boolean
  #rest: Int64Places | undefined
  #items: Int64Places | undefined

  private constructor(conversions: readonly Conversions[], known: KnownPlaces) {
    this.#conversions = conversions
    this.#known = known
    this.isInt64 = conversions.some(({ int64 }) => int64)
    this.#names = new Set(conversions.flatMap(({ members = {} }) => Object.keys(members)))
    this.#hasPatterns = conversions.some(({ patterns }) => patterns !== undefined)
    this.#hasPrefix = conversions.some(({ prefix }) => prefix !== undefined)
  }

  static of(conversions: Conversions | undefined): Int64Places {
    if (conversions === undefined) return NOWHERE
    const known = ofSchemas.get(conversions)
    if (known !== undefined) return known
    const places = Int64Places.#at([conversions], { byKey: new Map(), numbers: new Map() })
    ofSchemas.set(conversions, places)
    return places
  }

  static #at(given: readonly Conversions[], known: KnownPlaces): Int64Places {
    const all = resolve(given, undefined, () => true)
    const key = all.map((each) => numberOf(each, known)).join()
    const places = known.byKey.get(key) ?? new Int64Places(all, known)
    known.byKey.set(key, places)
    return places
  }

  atName(name: string): Int64Places {
    const found = this.#named.get(name)
    if (found !== undefined) return found
    const isNamed = this.#names.has(name)
    if (!isNamed && this.#rest !== undefined) return this.#rest
    const places = Int64Places.#at(atKey(this.#conversions, name), this.#known)
    // Clients choose the others, which are alike without patterns.
    if (isNamed) this.#named.set(name, places)
    else if (!this.#hasPatterns) this.#rest = places
    return places
  }

  atIndex(index: number): Int64Places {
    if (this.#hasPrefix) return Int64Places.#at(atIndex(this.#conversions, index), this.#known)
    this.#items ??= Int64Places.#at(atIndex(this.#conversions, index), this.#known)
    return this.#items
  }
}

interface KnownPlaces {
  /** By the numbers of the conversions that apply. */
  readonly byKey: Map<string, Int64Places>
  readonly numbers: Map<Conversions, number>
}

function numberOf(conversions: Conversions, { numbers }: KnownPlaces): number {
  const known = numbers.get(conversions) ?? numbers.size
  numbers.set(conversions, known)
  return known
}

const ofSchemas = new WeakMap<Conversions, Int64Places>()
const NOWHERE = Int64Places.of({})
