import { ownMembers } from '../../validation/containers.js'
import { anyOf, conditional, discriminated, ifPresent, oneOf, selected } from './alternatives.js'
import { combine } from './combined-printers.js'
import {
  arrayPrinter,
  type CompilePrinter,
  isNothing,
  isOrdinaryObject,
  objectPrinter,
  requiredNames,
} from './container-printers.js'
import { any, type Omission, type PrinterSet, printing, type Serializer } from './serializer.js'
import { stringify } from './stringify.js'

export type { Serializer } from './serializer.js'

/** A JSON number; `null` for what is none, as `JSON.stringify` prints it. */
function number(value: unknown): string {
  if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : 'null'
  if (typeof value !== 'bigint') return any(value)
  // Engines print numbers several times faster.
  const number = Number(value)
  return Number.isSafeInteger(number) ? `${number}` : `${value}`
}

function boolean(value: unknown): string {
  return typeof value === 'boolean' ? String(value) : any(value)
}

function array(item: Serializer, prefix: readonly Serializer[] = []): Serializer {
  return printing(arrayPrinter((index) => prefix[index] ?? item))
}

/** Members that a schema allows beside named ones: whose names match, and the rest. */
interface OpenMembers {
  readonly patterns?: readonly (readonly [Pick<RegExp, 'test'>, Serializer])[]
  readonly rest?: Serializer
}

/** Named members come first, in the order of the schema, then others that are allowed. */
function object(
  members: Readonly<Record<string, Serializer>>,
  { patterns = [], rest }: OpenMembers = {},
  compile?: CompilePrinter,
): Serializer {
  const matching = (name: string) =>
    patterns.flatMap(([pattern, print]) => (pattern.test(name) ? print : []))
  const named = Object.entries(members).map(([name, print]) => {
    return [name, combine([print, ...matching(name)]) as Serializer] as const
  })
  const findOther = (name: string) => combine(matching(name)) ?? rest
  const printer = objectPrinter(new Map(named), findOther)
  const isOpen = named.length === 0 && patterns.length === 0 && rest === any
  // Everything stays, also beside other schemas.
  return printing(printer, isOpen ? (value) => stringify(value) : compile?.(printer))
}

/** Required members that are described elsewhere: they stay when members are left out. */
function required(...names: readonly string[]): Serializer {
  return printing(requiredNames(names))
}

function all(...serializers: readonly Serializer[]): Serializer {
  return combine(serializers) as Serializer
}

/** A serializer that is not defined yet, since schemas refer to each other in circles. */
function lazy(serializer: () => Serializer): Serializer {
  return Object.assign((value: unknown, omission?: Omission) => serializer()(value, omission), {
    collect: (value: object, set: PrinterSet) => serializer().collect?.(value, set),
  })
}

/** Building blocks of generated serializers. */
export const json = {
  ...{ any, array, boolean, lazy, number, object, string },
  ...{ all, anyOf, conditional, discriminated, ifPresent, oneOf, required, selected },
  ...{ isNothing, isOrdinaryObject, ownMembers },
}

/**
 * Only characters that JSON strings need not escape (RFC 8259, section 7), without surrogates, which
 * may be lone. Engines run over all characters of a text in less time than they search for another.
 */
const PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/

/** A JSON string. @throws {TypeError} for a lone surrogate. */
function string(value: unknown): string {
  return typeof value === 'string' && PLAIN.test(value) ? `"${value}"` : any(value)
}
