/** What `make` makes, on the first call; later calls return the same. */
export function onDemand<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
