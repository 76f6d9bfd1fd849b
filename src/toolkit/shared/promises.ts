/** True for a promise, or any other value that is awaited like one. */
export function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}

/** Applies a function to a value: at once, or when the promise of it is fulfilled. */
export function andThen<T, R>(
  value: T | PromiseLike<T>,
  next: (value: T) => R,
): R | PromiseLike<R> {
  return isPromise(value) ? value.then(next) : next(value)
}
