/** Things by their names, code unit by code unit: the same on every machine. */
export function sortedByName<T>(items: Iterable<T>, nameOf: (item: T) => string): T[] {
  return [...items].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
}
