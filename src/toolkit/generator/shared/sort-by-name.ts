/** Sorts by code units of the names: the same order on every machine. */
export function sortedByName<T>(items: Iterable<T>, nameOf: (item: T) => string): T[] {
  return [...items].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
}
