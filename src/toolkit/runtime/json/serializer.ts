import { stringify } from './stringify.js'

/**
 * Prints a value as JSON. What it is asked with says how: without anything all members are printed;
 * with an {@link Omission} those that its schema names; with a {@link Shape} none, and the shape is told
 * what the schema says of the value.
 */
export type Serializer = (value: never, way?: Way) => string

/** A serializer as it is called, whatever the value is. */
export type Print = (value: unknown, way?: Way) => string

export type Way = Omission | Shape

/** What is told of members that are left out. */
export interface Omission {
  /** Whether nobody knows that the value keeps its schema. */
  readonly isLoose: boolean
  /** Told of each member that is left out of an object that a part is about. */
  leave(part: Part, name: string): void
}

/** What a schema says of the members of objects, or of the elements of arrays. */
export interface Part {
  readonly kind: Kind
  /** The members that it names one by one. */
  readonly names: readonly string[]
  /** Whether what it does not find is left out; else it only asks for members that others describe. */
  readonly isNaming: boolean
  /** What prints a member or an element; none: it is not named. */
  find(key: string | number): Print | undefined
  readonly print: Print
}

export type Kind = 'array' | 'object'

export function kindOf(value: object): Kind {
  return Array.isArray(value) ? 'array' : 'object'
}

/** The parts of all schemas that hold for a value. */
export class Shape {
  readonly kind: Kind
  /** Whether the same parts hold for every value. */
  isFixed = true
  readonly parts = new Set<Part>()
  readonly #met = new Set<unknown>()
  /** The schemas on the way here, also those around a branch. */
  readonly #path: Set<unknown>
  /** Whether a part names members that holds for every value. */
  #isNamed = false
  /** Whether an alternative holds that names nothing, so that any object is one of its. */
  #isFree = false

  constructor(kind: Kind, path = new Set<unknown>()) {
    this.kind = kind
    this.#path = path
  }

  add(part: Part): void {
    if (part.kind !== this.kind) return
    this.parts.add(part)
    this.#isNamed ||= part.isNaming
  }

  /** Collects what a schema says, once: schemas meet again by way of what they inherit from. */
  within(schema: unknown, collect: () => void): void {
    if (this.#met.has(schema) || this.#path.has(schema)) return
    this.#met.add(schema)
    this.#path.add(schema)
    collect()
    this.#path.delete(schema)
  }

  /** A shape for what holds for some values only. */
  branch(): Shape {
    this.isFixed = false
    return new Shape(this.kind, this.#path)
  }

  /** Takes what a branch says; an alternative that says nothing leaves the value open. */
  take(branch: Shape, isAlternative: boolean): void {
    for (const part of branch.parts) this.parts.add(part)
    this.#isFree ||= isAlternative && branch.isOpen
  }

  /** Whether every member stays. */
  get isOpen(): boolean {
    if (this.#isNamed) return false
    return this.#isFree || ![...this.parts].some(({ isNaming }) => isNaming)
  }
}

/** The value as it is: any member of it is anybody's. */
export const any: Print = (value, way) => (way instanceof Shape ? '' : stringify(value))
