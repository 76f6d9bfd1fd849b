import { importFiles } from './import-files.js'
import { type Lazy, lazy } from './lazy.js'

/** Most files that such a module opens at once. */
const FILES = 16

const modules: Lazy<unknown>[] = []

/** A module that few operations need; they load it before their first request is read. */
export function lazyModule<Module>(load: () => Promise<Module>): Lazy<Module> {
  const module = lazy(() => importFiles(load, FILES))
  modules.push(module)
  return module
}

/** Loads all modules of the runtime. */
export async function loadModules(): Promise<void> {
  await Promise.all(modules.map(({ load }) => load()))
}

/** A module that is loaded already. */
export function loadedModule<Module>({ value }: Lazy<Module>): Module {
  return value as Module
}

/** Loads the modules for these media types. */
export async function loadForKinds(
  modules: Readonly<Partial<Record<string, readonly Lazy<unknown>[]>>>,
  media: readonly { readonly kind?: string }[],
): Promise<void> {
  const needed = media.flatMap(({ kind = 'json' }) => modules[kind] ?? [])
  await Promise.all(needed.map(({ load }) => load()))
}
