import type { ParameterStyle } from '../../openapi/parameter.js'
import { commas, DELIMITERS, HEADER_DELIMITERS, type SplitText } from './delimiters.js'
import { itemType, memberType, type TargetType } from './target-type.js'
import { exactJson, toScalar } from './text-value.js'
import { type Decode, notEncoded, readAt, Unreadable } from './url-encoding.js'

/** A parameter as it was sent, still encoded. */
export interface EncodedValue {
  readonly texts: readonly string[]
  /** Members of an object that are sent as separate parameters. */
  readonly members?: readonly EncodedMember[]
  /** Splits a string into items, or into names and values. */
  readonly split?: SplitText | undefined
  readonly decode: Decode
}

export type EncodedMember = readonly [name: string, text: string]

/** A name and its text: `R=100`. */
export function pairOf(pair: string): EncodedMember {
  const equals = pair.indexOf('=')
  return equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)]
}

/** The value that was sent: the first type that it can be read as, else a string. */
export function valueFrom(sent: EncodedValue, type: TargetType): unknown {
  const { texts, members = [], split, decode } = sent
  const [text] = texts
  if (text !== undefined && texts.length === 1 && !isList(text, type, split)) {
    const scalar = toScalar(decode(text), type.scalars)
    if (scalar !== undefined) return scalar
  }
  if (type.array && text !== undefined) return arrayOf(sent, type)
  if (type.object && members.length > 0) return objectOf(members, type, decode)
  if (text === undefined) return undefined
  onlyText(texts)
  const isWritten = type.object && split && !looksLikeJson(decode(text), type)
  return isWritten
    ? // Names and values are at least two texts: a delimiter that is encoded is one, too.
      objectOf(inPairs(split(text, false), decode), type, decode)
    : nested(text, type, decode)
}

/** The only string: of two, some readers take the first, some the last. @throws {Unreadable} */
export function onlyText(texts: readonly string[]): string {
  if (texts.length === 1) return texts[0] as string
  throw new Unreadable('duplicate', 'must be given once: it is one value, and no list')
}

/** A value that may be a string or an array is an array if it contains a delimiter. */
function isList(text: string, { scalars, array }: TargetType, split?: SplitText): boolean {
  if (array === undefined || scalars.length === 0 || split === undefined) return false
  return split(text, true).length > 1
}

function arrayOf({ texts, split, decode }: EncodedValue, type: TargetType): unknown[] {
  if (split === undefined) {
    return texts.map((text, index) => nested(text, itemType(type, index), decode))
  }
  const { items, prefix, commaFree } = type.array as NonNullable<TargetType['array']>
  const isText = !commaFree && [items, ...prefix].some(({ scalars }) => scalars.includes('string'))
  const parts = texts.flatMap((text) => split(text, isText))
  return parts.map((part, index) => nested(part, itemType(type, index), decode))
}

function inPairs(parts: readonly string[], decode: Decode): EncodedMember[] {
  if (parts.length === 1 && parts[0] === '') return []
  if (parts.length % 2 !== 0) throw new Unreadable('style', 'must be a list of names and values')
  return Array.from({ length: parts.length / 2 }, (_, index) => [
    decode(parts[2 * index] as string),
    parts[2 * index + 1] as string,
  ])
}

export function addText(texts: Map<string, string[]>, name: string, text: string): void {
  const known = texts.get(name) ?? []
  known.push(text)
  texts.set(name, known)
}

/** An object of members; a member that is sent more than once has several strings. */
function objectOf(members: readonly EncodedMember[], type: TargetType, decode: Decode): unknown {
  const texts = new Map<string, string[]>()
  for (const [name, text] of members) addText(texts, name, text)
  const entries = [...texts].map(([name, each]) => {
    const its = memberType(type, name)
    return [name, readAt(name, () => valueFrom({ texts: each, decode }, its))] as const
  })
  // Object.fromEntries makes `__proto__` a member like any other.
  return Object.fromEntries(entries)
}

/** The value of an item or member. Deeper values are sent as JSON. */
function nested(encoded: string, type: TargetType, decode: Decode): unknown {
  const text = decode(encoded)
  const scalar = toScalar(text, type.scalars)
  if (scalar !== undefined) return scalar
  if (looksLikeJson(text, type)) return exactJson(text)
  if (!type.array) return text
  return arrayOf({ texts: [encoded], split: splitOf(type.array.style, decode), decode }, type)
}

/** How a list in a list is divided. */
function splitOf(style: ParameterStyle | undefined, decode: Decode): SplitText {
  if (style === undefined) return commas
  const split = decode === notEncoded ? HEADER_DELIMITERS[style] : undefined
  return split ?? DELIMITERS[style as keyof typeof DELIMITERS] ?? commas
}

function looksLikeJson(text: string, { array, object }: TargetType): boolean {
  return (array !== undefined && text[0] === '[') || (object !== undefined && text[0] === '{')
}
