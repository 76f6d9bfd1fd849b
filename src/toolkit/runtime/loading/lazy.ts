import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { unavailable } from '../errors/http-refusal.js'

const FILES = 16

const modules: Lazy<unknown>[] = []

/** A module that few operations need; they load it before their first request is read. */
export function lazyModule<Module>(load: () => Promise<Module>): Lazy<Module> {
  const module = lazy(() => importFiles(load, FILES))
  modules.push(module)
  return module
}

export async function loadModules(): Promise<void> {
  await Promise.all(modules.map(({ load }) => load()))
}

export function loadedModule<Module>({ value }: Lazy<Module>): Module {
  return value as Module
}

export async function loadForKinds(
  modules: Readonly<Partial<Record<string, Lazy<unknown>>>>,
  media: readonly { readonly kind?: string }[],
): Promise<void> {
  const needed = media.flatMap(({ kind = 'json' }) => modules[kind] ?? [])
  await Promise.all(needed.map(({ load }) => load()))
}

/** A value that is loaded on first use, once. */
export interface Lazy<T> {
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

/** Error messages of a process or system without free descriptors. */
const EXHAUSTED = /\b(EMFILE|ENFILE|too many open files)\b/

let turn: Promise<unknown> = Promise.resolve()

/**
 * Imports files, one import after another, if enough files can be opened. Node caches the failure
 * of a file that could not be opened, and every later import of it fails: so an import is not tried
 * without descriptors, and can be repeated.
 *
 * @param files - Most files that the import opens at once.
 * @throws {HttpRefusal} 503 if the process or the system has too few descriptors.
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
