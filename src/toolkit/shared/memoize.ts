/** Memoizes one result per argument, as long as the argument is alive. */
export function memoize<Argument extends object, Result>(
  compute: (argument: Argument) => Result,
): (argument: Argument) => Result {
  const results = new WeakMap<Argument, { readonly result: Result }>()
  return (argument) => {
    const known = results.get(argument)
    if (known !== undefined) return known.result
    const result = compute(argument)
    results.set(argument, { result })
    return result
  }
}

/** Memoizes the result of the first call. */
export function onDemand<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Loads a value on first use, once; after a failure the next call tries again. */
export function lazy<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }
}
