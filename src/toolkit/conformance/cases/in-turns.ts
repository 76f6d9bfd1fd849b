/** The first item of each, then the second of each, and so on. */
export function* inTurns<Item>(all: readonly Iterable<Item>[]): Generator<Item> {
  let left = all.map((each) => each[Symbol.iterator]())
  while (left.length > 0) {
    const unfinished: Iterator<Item>[] = []
    for (const each of left) {
      const { done, value } = each.next()
      if (done) continue
      yield value
      unfinished.push(each)
    }
    left = unfinished
  }
}
