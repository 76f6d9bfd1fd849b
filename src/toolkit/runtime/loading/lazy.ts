import { unavailable } from '../errors/http-refusal.js'

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

/** Error messages of a process or system without free descriptors. */
const EXHAUSTED = /\b(EMFILE|ENFILE|too many open files)\b/

let turn: Promise<unknown> = Promise.resolve()

/**
 * Imports one after another, so that many at once do not take all descriptors. Node keeps a failure: a file that
 * could not be opened is missing until the process ends.
 *
 * @throws {HttpRefusal} 503 if the process or the system has too few descriptors.
 */
export function inTurn<T>(load: () => Promise<T>): Promise<T> {
  const loaded = turn.then(load).catch((error) => {
    throw EXHAUSTED.test(String(error)) ? unavailable(error) : error
  })
  turn = loaded.catch(() => {})
  return loaded
}
