/** A value that is loaded on first use, once. */
export interface Lazy<T> {
  /** The value, if it is loaded. */
  readonly value: T | undefined
  /** Loads the value. After a failure the next call tries again. */
  load(): Promise<T>
}

export function lazy<T>(load: () => Promise<T>): Lazy<T> {
  let value: T | undefined
  let loading: Promise<T> | undefined
  return {
    get value() {
      return value
    },
    load() {
      loading ??= load().then(
        (loaded) => {
          value = loaded
          return loaded
        },
        (error) => {
          loading = undefined
          throw error
        },
      )
      return loading
    },
  }
}
