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
