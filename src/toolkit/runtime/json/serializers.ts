import type { Validator } from '../../validation/validator.js'
import { both, composed } from './composed.js'
import { arrayPrinter, objectPrinter, requiredNames } from './parts.js'
import { any, PrinterSet, type PrintMode, type PrintValue, type Serializer } from './serializer.js'
import { stringify } from './stringify.js'

export type { Serializer } from './serializer.js'

/** Characters that a JSON string cannot hold as they are, and lone surrogates among all surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 8259, section 7, names these
const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/

function string(value: unknown, way?: PrintMode): string {
  if (typeof value !== 'string' || NEEDS_ESCAPE.test(value)) return any(value, way)
  return `"${value}"`
}

function number(value: unknown, way?: PrintMode): string {
  // JSON has no -0 of its own; JSON.stringify prints 0 too.
  if (typeof value === 'bigint') return String(value)
  return typeof value === 'number' ? JSON.stringify(value) : any(value, way)
}

function boolean(value: unknown, way?: PrintMode): string {
  return typeof value === 'boolean' ? String(value) : any(value, way)
}

function array(item: Serializer, prefix: readonly Serializer[] = []): Serializer {
  const first = prefix as readonly PrintValue[]
  if (first.length === 0) return arrayPrinter(() => item as PrintValue).print
  return arrayPrinter((index) => first[index] ?? (item as PrintValue)).print
}

/** What a schema opens in so many words. */
interface OpenMembers {
  /** For the members whose names match. */
  readonly patterns?: readonly (readonly [Pick<RegExp, 'test'>, Serializer])[]
  /** For those that are neither named nor match. */
  readonly rest?: Serializer
}

/** Named members come first, in the schema's order; then whatever else is open. */
function object(
  members: Readonly<Record<string, Serializer>>,
  others: OpenMembers = {},
): Serializer {
  const { patterns = [], rest } = others
  const matching = (name: string) =>
    patterns.flatMap(([pattern, print]) => (pattern.test(name) ? (print as PrintValue) : []))
  const named = Object.entries(members).map(
    ([name, print]) =>
      [name, both([print as PrintValue, ...matching(name)]) as PrintValue] as const,
  )
  const findOther = (name: string) => both(matching(name)) ?? (rest as PrintValue | undefined)
  const part = objectPrinter(new Map(named), findOther)
  const isOpen = named.length === 0 && patterns.length === 0 && rest === any
  if (!isOpen) return part.print
  // All of it stays, and says so to what holds beside it.
  return (value, way) => (way instanceof PrinterSet ? part.print(value, way) : stringify(value))
}

/** Members that are asked for and described elsewhere: they stay, wherever anything is left out. */
function required(...names: readonly string[]): Serializer {
  return requiredNames(names).print
}

/** All of these hold. */
function all(...serializers: readonly Serializer[]): Serializer {
  return both(serializers as readonly PrintValue[]) as PrintValue
}

type SerializerBranch = readonly [accepts: Validator, serializer: Serializer]

/** Those hold that accept the value. */
function anyOf(...branches: readonly SerializerBranch[]): Serializer {
  return alternatives(branches.map(second), (value) =>
    branches.filter(([accepts]) => accepts(value)).map(second),
  )
}

/** The first one holds that accepts the value: no other does. */
function oneOf(...branches: readonly SerializerBranch[]): Serializer {
  return alternatives(branches.map(second), (value) => {
    const held = branches.find(([accepts]) => accepts(value))
    return held === undefined ? [] : [held[1]]
  })
}

/** The one holds that a member names. */
function discriminated(name: string, branches: Readonly<Record<string, Serializer>>): Serializer {
  return alternatives(Object.values(branches), (value) => {
    const tag = Object.hasOwn(value, name) && (value as Record<string, unknown>)[name]
    const isKnown = typeof tag === 'string' && Object.hasOwn(branches, tag)
    return isKnown ? [branches[tag] as Serializer] : []
  })
}

function second([, serializer]: SerializerBranch): Serializer {
  return serializer
}

/** Of a value that none of them accepts, and that is sent all the same, any of them may be meant. */
function alternatives(
  all: readonly Serializer[],
  heldBy: (value: object) => readonly Serializer[],
): Serializer {
  return composed((value, shape) => {
    const held = heldBy(value)
    for (const serializer of held.length > 0 ? held : all) {
      branch(serializer, value, shape, held.length > 0)
    }
  })
}

/** One holds where the value is accepted, the other one where it is not. */
function conditional(accepts: Validator, then: Serializer, otherwise: Serializer): Serializer {
  return composed((value, shape) => {
    branch(accepts(value) ? then : otherwise, value, shape, false)
  })
}

/** Holds where the value has a member. */
function ifPresent(name: string, serializer: Serializer): Serializer {
  return composed((value, shape) => {
    branch(Object.hasOwn(value, name) ? serializer : any, value, shape, false)
  })
}

function branch(
  serializer: Serializer,
  value: object,
  shape: PrinterSet,
  isAlternative: boolean,
): void {
  const own = shape.branch()
  ;(serializer as PrintValue)(value, own)
  shape.take(own, isAlternative)
}

/** A serializer that does not exist yet: schemas refer to each other in circles. */
function lazy(serializer: () => Serializer): Serializer {
  return (value, way) => serializer()(value, way)
}

/** What generated serializers are made of. */
export const json = {
  ...{ any: any as Serializer, array, boolean, lazy, number, object, string },
  ...{ all, anyOf, conditional, discriminated, ifPresent, oneOf, required },
}
