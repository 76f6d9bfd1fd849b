/** Most items of one collection, and most collections. */
const MOST = 10_000

/** Removes the first members of a map beyond a number. */
export function makeRoom(map: Map<string, unknown>, most = MOST): void {
  while (map.size > most) map.delete(map.keys().next().value as string)
}
