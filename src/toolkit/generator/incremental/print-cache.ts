/** Results by parts of a model, valid as long as the parts stay the same objects. */
export interface PrintCache {
  /** Makes something of a part, or gives what was made of it before, except for a boolean schema. */
  of<T>(kind: string, part: object | boolean, make: () => T): T
  /**
   * Makes something of many parts, or gives what was made last, where that was of the same.
   *
   * @param make - Gets what was made last.
   */
  again<T>(kind: string, parts: readonly unknown[], make: (before?: T) => T): T
  /** True if results are kept, so that small parts are worth while. */
  readonly isKept: boolean
}

/** Of one run nothing is kept. */
export const NO_CACHE: PrintCache = {
  of: (_kind, _part, make) => make(),
  again: (_kind, _parts, make) => make(),
  isKept: false,
}

/** Results for the parts of a document that an edit has not touched. */
export class MemoryPrintCache implements PrintCache {
  readonly isKept = true
  readonly #made = new Map<string, WeakMap<object, unknown>>()
  readonly #last = new Map<string, { readonly parts: readonly unknown[]; readonly made: unknown }>()

  of<T>(kind: string, part: object | boolean, make: () => T): T {
    if (typeof part === 'boolean') return make()
    const made = this.#made.get(kind) ?? new WeakMap<object, unknown>()
    this.#made.set(kind, made)
    if (!made.has(part)) made.set(part, make())
    return made.get(part) as T
  }

  again<T>(kind: string, parts: readonly unknown[], make: (before?: T) => T): T {
    const last = this.#last.get(kind)
    if (last !== undefined && areSame(last.parts, parts)) return last.made as T
    const made = make(last?.made as T | undefined)
    this.#last.set(kind, { parts, made })
    return made
  }
}

function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((each, at) => each === others[at])
}
