/** The first of `wanted`, `wanted_2`, `wanted_3`, ... that is free. */
export function uniqueName(wanted: string, isTaken: (name: string) => boolean): string {
  let name = wanted
  for (let n = 2; isTaken(name); n++) name = `${wanted}_${n}`
  return name
}

/** Sorts by code units of the names: the same order on every machine. */
export function sortedByName<T>(items: Iterable<T>, nameOf: (item: T) => string): T[] {
  return [...items].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
}
