import type { Diagnostics } from '../../diagnostics/diagnostics.js'
import type { Location } from '../../diagnostics/problems.js'
import { pascalCase, uniqueName } from '../../shared/names.js'

/** The owner of a name, with the report of its conflicts. */
export interface Nameable extends Location {
  /** Pointer that is unique among all files of the document. */
  readonly fullPointer: string
  readonly report: Diagnostics
}

/** Names of types for the document's names: deterministic, unique, close to the name. */
export class UniqueIdentifiers {
  readonly #taken = new Map<string, string>()

  /** Keeps the names that are types' names as they are for their owners, whoever comes first. */
  reserve(names: Iterable<readonly [name: string, owner: Nameable]>): void {
    for (const [name, owner] of names) {
      if (pascalCase(name) === name) this.#taken.set(name, owner.fullPointer)
    }
  }

  /** The name for `wanted`, with a number and a warning if it has another owner already. */
  take(wanted: string, owner: Nameable): string {
    const base = pascalCase(wanted)
    const isOthers = (each: string) =>
      (this.#taken.get(each) ?? owner.fullPointer) !== owner.fullPointer
    const name = uniqueName(base, isOthers)
    if (name !== base) {
      const message = `${base} in generated code is ${this.#taken.get(base)}; this one is ${name}`
      owner.report.warn(owner, message, 'rename one of them to choose the name')
    }
    this.#taken.set(name, owner.fullPointer)
    return name
  }
}
