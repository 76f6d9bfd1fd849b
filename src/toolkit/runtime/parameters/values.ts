import type { Decode } from './decode.js'
import { fromJson } from './json-text.js'
import { toScalar } from './scalars.js'
import { itemType, memberType, type TargetType } from './target-type.js'
import { Unreadable } from './unreadable.js'

/** What was sent for one parameter, still encoded. */
export interface EncodedValue {
  /** One text for each time that it was given. */
  readonly texts: readonly string[]
  /** The members of an object that are written one by one. */
  readonly members?: readonly EncodedMember[]
  /** Divides a text into items, or into names and values; none where they are written one by one. */
  readonly split?: SplitText
  readonly decode: Decode
}

/** A decoded name, and a text that is still encoded. */
export type EncodedMember = readonly [name: string, text: string]

/**
 * Divides what is still encoded: an encoded delimiter is a part of an item. Not so where no item can be
 * a text, which is why clients that encode a list as a whole are understood there.
 */
export type SplitText = (text: string, isText: boolean) => readonly string[]

/** The value that was sent: the first of a shape's types that it can be, else its text. */
export function valueFrom(sent: EncodedValue, shape: TargetType): unknown {
  const { texts, members = [], split, decode } = sent
  const [text] = texts
  if (text !== undefined && texts.length === 1 && !isList(text, shape, split)) {
    const scalar = toScalar(decode(text), shape.scalars)
    if (scalar !== undefined) return scalar
  }
  if (shape.array && text !== undefined) return arrayOf(sent, shape)
  if (shape.object && members.length > 0) return objectOf(members, shape, decode)
  if (text === undefined) return undefined
  onlyText(texts)
  const isWritten = shape.object && split && !isJson(decode(text), shape)
  return isWritten
    ? objectOf(inPairs(split(text, true), decode), shape, decode)
    : nested(text, shape, decode)
}

/**
 * The text of what is given once. Of two values some readers take the first and some the last: a
 * gateway would check the one, and the service use the other.
 *
 * @throws {Unreadable}
 */
export function onlyText(texts: readonly string[]): string {
  if (texts.length !== 1) throw new Unreadable('duplicate', 'must be given once')
  return texts[0] as string
}

/** What may be a text or an array is an array where its delimiter is in it. */
function isList(
  text: string,
  { scalars, array }: TargetType,
  split: SplitText | undefined,
): boolean {
  if (array === undefined || scalars.length === 0 || split === undefined) return false
  return split(text, true).length > 1
}

function arrayOf({ texts, split, decode }: EncodedValue, shape: TargetType): unknown[] {
  const { items, prefix } = shape.array as NonNullable<TargetType['array']>
  const isText = [items, ...prefix].some(({ scalars }) => scalars.includes('string'))
  const parts = split ? texts.flatMap((text) => split(text, isText)) : texts
  return parts.map((part, index) => nested(part, itemType(shape, index), decode))
}

/** Names and values in turn. */
function inPairs(parts: readonly string[], decode: Decode): EncodedMember[] {
  if (parts.length === 1 && parts[0] === '') return []
  if (parts.length % 2 !== 0) throw new Unreadable('style', 'must be a list of names and values')
  return Array.from({ length: parts.length / 2 }, (_, index) => [
    decode(parts[2 * index] as string),
    parts[2 * index + 1] as string,
  ])
}

/** An object of its members; one that is given more than once has several texts. */
function objectOf(members: readonly EncodedMember[], shape: TargetType, decode: Decode): unknown {
  const texts = new Map<string, string[]>()
  for (const [name, text] of members) {
    const known = texts.get(name)
    if (known) known.push(text)
    else texts.set(name, [text])
  }
  const entries = [...texts].map(([name, each]) => {
    return [name, valueFrom({ texts: each, decode }, memberType(shape, name))] as const
  })
  // It makes `__proto__` a member like any other.
  return Object.fromEntries(entries)
}

/** The value of one item or member. Styles have no way to write what is deeper: JSON has. */
function nested(encoded: string, shape: TargetType, decode: Decode): unknown {
  const text = decode(encoded)
  const scalar = toScalar(text, shape.scalars)
  if (scalar !== undefined) return scalar
  if (isJson(text, shape)) return fromJson(text, shape)
  return shape.array ? arrayOf({ texts: [encoded], split: commas, decode }, shape) : text
}

function isJson(text: string, { array, object }: TargetType): boolean {
  return (array !== undefined && text[0] === '[') || (object !== undefined && text[0] === '{')
}

/** The delimiter of RFC 6570, section 2.4.2. */
export const commas: SplitText = (text, isText) => {
  return text.split(isText || text.includes(',') ? ',' : /%2C/i)
}
