import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { unavailable } from '../errors/contract-error.js'

/** Error messages of a process or system without free descriptors. */
const EXHAUSTED = /\b(EMFILE|ENFILE|too many open files)\b/

let turn: Promise<unknown> = Promise.resolve()

/**
 * Imports files, one import after another, if enough files can be opened. Node caches the failure
 * of a file that could not be opened, and every later import of it fails: so an import is not tried
 * without descriptors, and can be repeated.
 *
 * @param files - Most files that the import opens at once.
 * @throws {ContractError} 503 if the process or the system has too few descriptors.
 */
export function importFiles<T>(load: () => Promise<T>, files: number): Promise<T> {
  const loaded = turn.then(async () => {
    try {
      requireDescriptors(files)
      return await load()
    } catch (error) {
      throw EXHAUSTED.test(String(error)) ? unavailable(error) : error
    }
  })
  turn = loaded.catch(() => {})
  return loaded
}

/** @throws the error of the system if there are fewer descriptors. */
function requireDescriptors(count: number): void {
  const opened: number[] = []
  try {
    while (opened.length < count) opened.push(openSync(devNull, 'r'))
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
}
