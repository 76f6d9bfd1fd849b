/** The items of an iterator, made when somebody asks for them, and once. */
export class LazyList<Item> implements Iterable<Item> {
  readonly #rest: Iterator<Item>
  readonly #made: Item[] = []

  constructor(rest: Iterator<Item>) {
    this.#rest = rest
  }

  *[Symbol.iterator](): Generator<Item> {
    for (let at = 0; this.#has(at); at++) yield this.#made[at] as Item
  }

  #has(index: number): boolean {
    if (index < this.#made.length) return true
    const { done, value } = this.#rest.next()
    if (!done) this.#made.push(value)
    return !done
  }

  /** The first item that is as wanted; none after it is made. */
  find(isWanted: (item: Item) => boolean): Item | undefined {
    for (const item of this) if (isWanted(item)) return item
    return undefined
  }
}
