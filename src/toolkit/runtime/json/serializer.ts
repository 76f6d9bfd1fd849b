import { stringify } from './stringify.js'

/** Prints a value as JSON: all members, or with an {@link Omission} those that the schema names. */
export interface Serializer {
  (value: unknown, omission?: Omission): string
  /** Adds the printers that apply to a value; none: the schema says nothing of members. */
  readonly collect?: (value: object, set: PrinterSet) => void
}

export interface Omission {
  readonly mayBeInvalid: boolean
  omit(printer: ContainerPrinter, name: string): void
}

/** Printer of the members of objects, or of the elements of arrays, by one schema. */
export interface ContainerPrinter {
  readonly kind: ContainerKind
  /** Members that the schema names one by one. */
  readonly names: readonly string[]
  /** False if the schema only requires members that others describe. */
  readonly isNaming: boolean
  /** The printer of a member or element; `undefined` if it is not named. */
  find(key: string | number): Serializer | undefined
  readonly print: Serializer
}

export type ContainerKind = 'array' | 'object'

export function containerKind(value: object): ContainerKind {
  return Array.isArray(value) ? 'array' : 'object'
}

/** The printers of all schemas that apply to a value. */
export class PrinterSet {
  readonly kind: ContainerKind
  /** True if the same printers apply to every value. */
  isFixed = true
  readonly printers = new Set<ContainerPrinter>()
  readonly #met = new Set<unknown>()
  /** Schemas on the path to this one, including those around a branch. */
  readonly #path: Set<unknown>
  /** True if a printer that applies to every value names members. */
  #isNamed = false
  /** True if an alternative applies that names nothing, so that any member may belong to it. */
  #isFree = false

  constructor(kind: ContainerKind, path = new Set<unknown>()) {
    this.kind = kind
    this.#path = path
  }

  add(printer: ContainerPrinter): void {
    if (printer.kind !== this.kind) return
    this.printers.add(printer)
    this.#isNamed ||= printer.isNaming
  }

  /** Adds the printers of a schema once, since a schema may be inherited several times. */
  within(schema: unknown, collect: () => void): void {
    if (this.#met.has(schema) || this.#path.has(schema)) return
    this.#met.add(schema)
    this.#path.add(schema)
    collect()
    this.#path.delete(schema)
  }

  /** A set for a schema that applies to some values only. */
  branch(): PrinterSet {
    this.isFixed = false
    return new PrinterSet(this.kind, this.#path)
  }

  /** Adds the printers of a branch. An alternative without any leaves the value open. */
  take(branch: PrinterSet, isAlternative: boolean): void {
    for (const printer of branch.printers) this.printers.add(printer)
    this.#isFree ||= isAlternative && branch.isOpen
  }

  get isOpen(): boolean {
    if (this.#isNamed) return false
    return this.#isFree || ![...this.printers].some(({ isNaming }) => isNaming)
  }
}

export const any: Serializer = (value) => stringify(value)

/** The serializer of one printer, which prints by it or by another function of its own. */
export function printing(printer: ContainerPrinter, print: Serializer = printer.print): Serializer {
  return Object.assign(print, {
    collect: (_value: object, set: PrinterSet) => set.add(printer),
  })
}
