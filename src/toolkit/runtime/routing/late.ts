import { type Lazy, lazy } from './load.js'

/** What is asked for is not loaded yet: {@link whenLoaded} loads it, and asks again. */
export class NotLoaded extends Error {
  readonly load: () => Promise<unknown>

  constructor(what: string, load: () => Promise<unknown>) {
    super(`${what} is not loaded yet`)
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

/** All that {@link lateModule} was made for. */
const modules: Lazy<unknown>[] = []

/** A part of the runtime that few requests need: asking for it throws {@link NotLoaded} at first. */
export function lateModule<Module>(what: string, load: () => Promise<Module>): () => Module {
  const module = lazy(load)
  modules.push(module)
  return () => {
    if (module.value === undefined) throw new NotLoaded(what, module.load)
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
  return new NotLoaded('what judges this', () => Promise.all([...found].map((load) => load())))
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
  /** Loads all of these modules. */
  load(): Promise<unknown>
}

export function lateParts(): LateParts {
  const loads: (() => Promise<unknown>)[] = []
  return {
    late<Module extends object, Name extends keyof Module & string>(
      load: () => Promise<Module>,
      names: readonly Name[],
    ) {
      const module = lazy(load)
      loads.push(module.load)
      return Object.fromEntries(
        names.map((name) => [name, lateCall(name, module)]),
      ) as unknown as Pick<Module, Name>
    },
    load: () => Promise.all(loads.map((load) => load())),
  }
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
  if (lacking === undefined) throw new NotLoaded(name, load)
  lacking.add(load)
  return true
}
