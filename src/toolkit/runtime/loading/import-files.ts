import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { unavailable } from '../errors/unavailable.js'

/** Messages of a system that has no more descriptors, for this process or for all. */
const EXHAUSTED = /\b(EMFILE|ENFILE|too many open files)\b/

let turn: Promise<unknown> = Promise.resolve()

/**
 * Imports files, one import after another, each only if so many files can be opened. Node caches the
 * failure of a file that could not be opened, and every later import of it fails too: so the import is
 * not even tried, and can be tried again.
 *
 * @param files - Most files that the import opens at once.
 * @throws {ContractError} 503 if the process or the system has no descriptors for them.
 */
export function importFiles<T>(load: () => Promise<T>, files: number): Promise<T> {
  const loaded = turn.then(() => {
    requireDescriptors(files)
    return load()
  })
  turn = loaded.catch(() => {})
  return loaded
}

function requireDescriptors(count: number): void {
  const opened: number[] = []
  try {
    while (opened.length < count) opened.push(openSync(devNull, 'r'))
  } catch (cause) {
    throw EXHAUSTED.test(String(cause)) ? unavailable(cause) : cause
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
}
