import type { Diagnostics } from '../../diagnostics/diagnostics.js'
import type { Location } from '../../diagnostics/location.js'
import { identifier } from '../../print/identifiers.js'

/** What is to be named: where it stands, and who is told when its name is taken. */
export interface Nameable extends Location {
  /** The same as one string, over all files of the document. */
  readonly place: string
  readonly report: Diagnostics
}

/** Makes TypeScript identifiers of the document's names: deterministic, unique, close to the name. */
export class Names {
  /** The place of what has each name. */
  readonly #taken = new Map<string, string>()

  /** The identifier for `wanted`, numbered, aloud, when an earlier name has it already. */
  take(wanted: string, owner: Nameable): string {
    const base = identifier(wanted)
    let name = base
    for (let n = 2; this.#taken.has(name); n++) name = `${base}_${n}`
    if (name !== base) {
      const message = `${base} in generated code is ${this.#taken.get(base)}; this one is ${name}`
      owner.report.warn(owner, message, 'rename one of them to choose the name')
    }
    this.#taken.set(name, owner.place)
    return name
  }

  /** Takes a name again that an earlier run gave; whether it is free. */
  claim(name: string, place: string): boolean {
    if (this.#taken.has(name)) return false
    this.#taken.set(name, place)
    return true
  }

  /** Whether a name and others begin alike, so that what they are depends on who came first. */
  isContended(name: string): boolean {
    const base = baseOf(name)
    return [...this.#taken.keys()].some((other) => other !== name && baseOf(other) === base)
  }

  copy(): Names {
    const copy = new Names()
    for (const [name, place] of this.#taken) copy.#taken.set(name, place)
    return copy
  }
}

/** A name without the number that tells it from others. */
function baseOf(name: string): string {
  return name.replace(/_\d+$/, '')
}
