import type { Places } from '../json/places.js'
import { type Lazy, lazy } from './load.js'

/** What is asked for is not loaded yet: {@link whenLoaded} loads it, and asks again. */
export class NotLoaded extends Error {
  readonly load: () => Promise<unknown>

  constructor(load: () => Promise<unknown>, message?: string) {
    super(message)
    this.load = load
  }
}

/**
 * Does something; where that calls what is not loaded yet, loads it and does it again: until then it
 * may change nothing. A load that fails rejects.
 */
export async function whenLoaded<T>(act: () => T | Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof NotLoaded)) throw error
      await error.load()
    }
  }
}

/** The parts of the runtime that few requests need. */
const modules: Lazy<unknown>[] = []

/** A part of the runtime that few requests need. */
export function rareModule<Module>(load: () => Promise<Module>): Lazy<Module> {
  const module = lazy(load)
  modules.push(module)
  return module
}

/** The same for what cannot wait: asking for it throws {@link NotLoaded} at first. */
export function lateModule<Module>(load: () => Promise<Module>): () => Module {
  const module = rareModule(load)
  return () => {
    if (module.value === undefined) throw new NotLoaded(module.load)
    return module.value
  }
}

/** Loads the whole runtime. */
export async function loadModules(): Promise<void> {
  await Promise.all(modules.map(({ load }) => load()))
}

/** Where it is collected what is not loaded. */
let lacking: Set<() => Promise<unknown>> | undefined

/**
 * All that a call lacks, as far as it can be told before it is there: what is late is taken to accept
 * whatever it is given. So a value waits once for all that stands in it, not for one after another.
 */
export function lackOf(call: () => unknown): NotLoaded {
  const found = new Set<() => Promise<unknown>>()
  lacking = found
  try {
    call()
  } catch {
    // What is wrong is found again when all is there.
  } finally {
    lacking = undefined
  }
  return new NotLoaded(() => Promise.all([...found].map((load) => load())))
}

type Call = (value: unknown, more?: unknown) => unknown

/** What the parts of a large contract call in each other. */
export interface LateParts {
  /**
   * Functions that stand in a module which is loaded when one of them is called: that call throws
   * {@link NotLoaded}.
   */
  late<Module extends object, Name extends keyof Module & string>(
    load: () => Promise<Module>,
    names: readonly Name[],
  ): Pick<Module, Name>
  /** The same for places: those that lead to them are here. */
  latePlaces<Name extends string>(
    load: () => Promise<Readonly<Record<Name, Places>>>,
    names: readonly Name[],
  ): Readonly<Record<Name, Places>>
  /** Loads all of these modules. */
  load(): Promise<unknown>
}

export function lateParts(): LateParts {
  const loads: (() => Promise<unknown>)[] = []
  const lazily = <Module extends object>(load: () => Promise<Module>, names: readonly string[]) => {
    const hasAll = (module: object) => names.every((name) => name in module)
    const module = lazy(load, (again) => (hasAll(again) ? (again as Module) : undefined))
    loads.push(module.load)
    return module
  }
  return {
    late<Module extends object, Name extends keyof Module & string>(
      load: () => Promise<Module>,
      names: readonly Name[],
    ) {
      const module = lazily(load, names)
      return Object.fromEntries(
        names.map((name) => [name, lateCall(name, module)]),
      ) as unknown as Pick<Module, Name>
    },
    latePlaces(load, names) {
      const module = lazily(load, names)
      const places = names.map((name) => [name, { ref: () => placesIn(module, name) }])
      return Object.fromEntries(places)
    },
    load: () => Promise.all(loads.map((load) => load())),
  }
}

function placesIn<Name extends string>(
  module: Lazy<Readonly<Record<Name, Places>>>,
  name: Name,
): Places {
  if (module.value !== undefined) return module.value[name]
  absent(name, module.load)
  return {}
}

function lateCall(name: string, module: Lazy<object>): Call {
  let call: Call | undefined
  return (value, more) => {
    if (call === undefined) {
      if (module.value === undefined) return absent(name, module.load)
      call = (module.value as Readonly<Record<string, Call>>)[name] as Call
    }
    return call(value, more)
  }
}

function absent(name: string, load: () => Promise<unknown>): true {
  if (lacking === undefined) throw new NotLoaded(load, `${name} is not loaded yet`)
  lacking.add(load)
  return true
}
