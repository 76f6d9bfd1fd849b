import { stringify } from './stringify.js'

/**
 * Prints a value as JSON. What it is asked with says how: without anything all members are printed;
 * with an {@link Omission} those that its schema names; with a {@link PrinterSet} none, and the shape is told
 * what the schema says of the value.
 */
export type Serializer = (value: never, way?: PrintMode) => string

/** A serializer as it is called, whatever the value is. */
export type PrintValue = (value: unknown, way?: PrintMode) => string

export type PrintMode = Omission | PrinterSet

/** What is told of members that are left out. */
export interface Omission {
  /** Whether nobody knows that the value keeps its schema. */
  readonly isLoose: boolean
  /** Told of each member that is left out of an object that a part is about. */
  leave(part: ContainerPrinter, name: string): void
}

/** What a schema says of the members of objects, or of the elements of arrays. */
export interface ContainerPrinter {
  readonly kind: ContainerKind
  /** The members that it names one by one. */
  readonly names: readonly string[]
  /** Whether what it does not find is left out; else it only asks for members that others describe. */
  readonly isNaming: boolean
  /** What prints a member or an element; none: it is not named. */
  find(key: string | number): PrintValue | undefined
  readonly print: PrintValue
}

export type ContainerKind = 'array' | 'object'

export function containerKind(value: object): ContainerKind {
  return Array.isArray(value) ? 'array' : 'object'
}

/** The parts of all schemas that hold for a value. */
export class PrinterSet {
  readonly kind: ContainerKind
  /** Whether the same parts hold for every value. */
  isFixed = true
  readonly parts = new Set<ContainerPrinter>()
  readonly #met = new Set<unknown>()
  /** The schemas on the way here, also those around a branch. */
  readonly #path: Set<unknown>
  /** Whether a part names members that holds for every value. */
  #isNamed = false
  /** Whether an alternative holds that names nothing, so that any object is one of its. */
  #isFree = false

  constructor(kind: ContainerKind, path = new Set<unknown>()) {
    this.kind = kind
    this.#path = path
  }

  add(part: ContainerPrinter): void {
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
  branch(): PrinterSet {
    this.isFixed = false
    return new PrinterSet(this.kind, this.#path)
  }

  /** Takes what a branch says; an alternative that says nothing leaves the value open. */
  take(branch: PrinterSet, isAlternative: boolean): void {
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
export const any: PrintValue = (value, way) => (way instanceof PrinterSet ? '' : stringify(value))
