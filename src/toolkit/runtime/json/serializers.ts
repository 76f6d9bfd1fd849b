import { both, composed } from './composed.js'
import { arrayPart, askedPart, objectPart } from './parts.js'
import { any, type Print, type Serializer, Shape, type Way } from './serializer.js'
import { stringify } from './stringify.js'

export type { Serializer } from './serializer.js'

/** Characters that a JSON string cannot hold as they are, and lone surrogates among all surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 8259, section 7, names these
const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/

function string(value: unknown, way?: Way): string {
  if (typeof value !== 'string' || NEEDS_ESCAPE.test(value)) return any(value, way)
  return `"${value}"`
}

function number(value: unknown, way?: Way): string {
  // JSON has no -0 of its own; JSON.stringify prints 0 too.
  if (typeof value === 'bigint') return String(value)
  return typeof value === 'number' ? JSON.stringify(value) : any(value, way)
}

function boolean(value: unknown, way?: Way): string {
  return typeof value === 'boolean' ? String(value) : any(value, way)
}

function array(item: Serializer, prefix: readonly Serializer[] = []): Serializer {
  const first = prefix as readonly Print[]
  if (first.length === 0) return arrayPart(() => item as Print).print
  return arrayPart((index) => first[index] ?? (item as Print)).print
}

/** What a schema opens in so many words. */
interface Others {
  /** For the members whose names match. */
  readonly patterns?: readonly (readonly [Pick<RegExp, 'test'>, Serializer])[]
  /** For those that are neither named nor match. */
  readonly rest?: Serializer
}

/** Named members come first, in the schema's order; then whatever else is open. */
function object(members: Readonly<Record<string, Serializer>>, others: Others = {}): Serializer {
  const { patterns = [], rest } = others
  const matching = (name: string) =>
    patterns.flatMap(([pattern, print]) => (pattern.test(name) ? (print as Print) : []))
  const named = Object.entries(members).map(
    ([name, print]) => [name, both([print as Print, ...matching(name)]) as Print] as const,
  )
  const findOther = (name: string) => both(matching(name)) ?? (rest as Print | undefined)
  const part = objectPart(new Map(named), findOther)
  const isOpen = named.length === 0 && patterns.length === 0 && rest === any
  if (!isOpen) return part.print
  // All of it stays, and says so to what holds beside it.
  return (value, way) => (way instanceof Shape ? part.print(value, way) : stringify(value))
}

/** Members that are asked for and described elsewhere: they stay, wherever anything is left out. */
function asked(...names: readonly string[]): Serializer {
  return askedPart(names).print
}

/** All of these hold. */
function all(...serializers: readonly Serializer[]): Serializer {
  return both(serializers as readonly Print[]) as Print
}

type Accepts = (value: unknown) => boolean
type Branch = readonly [accepts: Accepts, serializer: Serializer]

/** Those hold that accept the value. */
function anyOf(...branches: readonly Branch[]): Serializer {
  return alternatives(branches.map(second), (value) =>
    branches.filter(([accepts]) => accepts(value)).map(second),
  )
}

/** The first one holds that accepts the value: no other does. */
function oneOf(...branches: readonly Branch[]): Serializer {
  return alternatives(branches.map(second), (value) => {
    const held = branches.find(([accepts]) => accepts(value))
    return held === undefined ? [] : [held[1]]
  })
}

/** The one holds that a member names. */
function tagged(name: string, branches: Readonly<Record<string, Serializer>>): Serializer {
  return alternatives(Object.values(branches), (value) => {
    const tag = Object.hasOwn(value, name) && (value as Record<string, unknown>)[name]
    const isKnown = typeof tag === 'string' && Object.hasOwn(branches, tag)
    return isKnown ? [branches[tag] as Serializer] : []
  })
}

function second([, serializer]: Branch): Serializer {
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
function where(accepts: Accepts, then: Serializer, otherwise: Serializer): Serializer {
  return composed((value, shape) => {
    branch(accepts(value) ? then : otherwise, value, shape, false)
  })
}

/** Holds where the value has a member. */
function beside(name: string, serializer: Serializer): Serializer {
  return composed((value, shape) => {
    branch(Object.hasOwn(value, name) ? serializer : any, value, shape, false)
  })
}

function branch(serializer: Serializer, value: object, shape: Shape, isAlternative: boolean): void {
  const own = shape.branch()
  ;(serializer as Print)(value, own)
  shape.take(own, isAlternative)
}

/** A serializer that does not exist yet: schemas refer to each other in circles. */
function late(serializer: () => Serializer): Serializer {
  return (value, way) => serializer()(value, way)
}

/** What generated serializers are made of. */
export const json = {
  ...{ any: any as Serializer, array, boolean, late, number, object, string },
  ...{ all, anyOf, asked, beside, oneOf, tagged, where },
}
