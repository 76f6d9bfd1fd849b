import { below } from '../../openapi/json-pointer.js'
import { printerOf } from '../json/combined-printers.js'
import { hasToJson, isNothing, PRINTS_ALL } from '../json/container-printers.js'
import type { ContainerPrinter, Omission, PrintValue, Serializer } from '../json/serializer.js'

/** Most members that are logged: of an operation, or of one response. */
export const MOST_LOGGED = 100

/** Omits members from an operation's responses that the contract does not name. */
export class UnnamedMembers implements Omission {
  mayBeInvalid = false
  /** True if a member of the current value is omitted. */
  isAny = false
  /** True if one of these has not been logged. */
  isNew = false
  readonly #omitted = new Map<ContainerPrinter, Set<string>>()
  #count = 0

  /** Prints a value. Printing is synchronous, so that all responses share this object. */
  print(serialize: Serializer, value: unknown, mayBeInvalid: boolean): string {
    this.mayBeInvalid = mayBeInvalid
    this.isAny = false
    this.isNew = false
    return (serialize as PrintValue)(value, this)
  }

  omit(printer: ContainerPrinter, name: string): void {
    this.isAny = true
    this.isNew ||= this.#count < MOST_LOGGED && !this.#omitted.get(printer)?.has(name)
  }

  /** True if a member is omitted for the first time. */
  isFirst({ printer, name }: Pick<UnnamedMember, 'printer' | 'name'>): boolean {
    const names = this.#omitted.get(printer) ?? new Set()
    this.#omitted.set(printer, names)
    if (this.#count >= MOST_LOGGED || names.has(name)) return false
    names.add(name)
    this.#count++
    return true
  }
}

/** An omitted member, with its JSON pointer. */
export interface UnnamedMember {
  readonly pointer: string
  readonly printer: ContainerPrinter
  readonly name: string
}

/** A copy of a value with the members that its schema names. What is not JSON in it stays. */
export function withNamed(
  serializer: PrintValue,
  value: unknown,
  omit: (member: UnnamedMember) => void,
  pointer = '',
): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (hasToJson(value)) return withNamed(serializer, value.toJSON(), omit, pointer)
  const printer = printerOf(serializer, value)
  if (printer === PRINTS_ALL) return value
  const inside = (print: PrintValue, key: string | number, member: unknown) =>
    withNamed(print, member, omit, below(pointer, key))
  if (Array.isArray(value)) {
    return value.map((item, index) => inside(printer.find(index) as PrintValue, index, item))
  }
  const kept = Object.entries(value).flatMap(([name, member]) => {
    const print = printer.find(name)
    if (print !== undefined) return [[name, inside(print, name, member)] as const]
    if (!isNothing(member)) omit({ pointer: below(pointer, name), printer, name })
    return []
  })
  return Object.fromEntries(kept)
}
