/** The words of a text, which spaces separate. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}

/** Values by their keys, in the order of the first one of each key. */
export function grouped<V>(entries: Iterable<readonly [key: string, value: V]>): Map<string, V[]> {
  const groups = new Map<string, V[]>()
  for (const [key, value] of entries) {
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}

/** The value of a key, computed once; `within` while it is computed, for what contains itself. */
export function onceFor<K, V>(known: Map<K, V>, key: K, within: V, compute: () => V): V {
  if (!known.has(key)) {
    known.set(key, within)
    known.set(key, compute())
  }
  return known.get(key) as V
}

/**
 * Largest number below `end` that satisfies a condition, which 0 and all numbers up to the result
 * satisfy. The condition also receives the largest number that is known to satisfy it.
 */
export function lastSatisfying(
  end: number,
  satisfies: (candidate: number, known: number) => boolean,
): number {
  let [low, high] = [0, end]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (satisfies(middle, low)) low = middle
    else high = middle
  }
  return low
}
