import { DELIMITERS, type SplitText } from './delimiters.js'
import { isOnlyObject, mayHold } from './own-name.js'
import type { RawPath } from './raw-paths.js'
import type { PreparedParameter, ReadParameter, TargetType } from './target-type.js'
import { fromContent } from './text-value.js'
import { type Decode, notEncoded, percentDecode, Unreadable } from './url-encoding.js'
import { type EncodedMember, type EncodedValue, pairOf, valueFrom } from './values.js'

type RoutedParams = Readonly<Record<string, string>>

/** Reads path parameters from the request target if possible, else from what the router decoded. */
export function pathReader(params: RoutedParams, raw: RawPath): ReadParameter {
  return (parameter, targetType) => {
    const { name, key = name, style, mediaType } = parameter
    const routed = params[key] as string
    const encoded = raw(name, routed)
    const text = encoded ?? routed
    const decode = encoded === undefined ? notEncoded : percentDecode
    if (style === undefined) return valueFrom({ texts: [text], decode }, targetType)
    if (style === 'content') return fromContent(decode(text), mediaType, targetType)
    return valueFrom({ ...divided(parameter, targetType, text, decode), decode }, targetType)
  }
}

type EncodedPathValue = Omit<EncodedValue, 'decode'>

function divided(
  parameter: PreparedParameter,
  targetType: TargetType,
  text: string,
  decode: Decode,
): EncodedPathValue {
  const { style = 'simple', explode = false } = parameter
  if (style === 'matrix') return matrix(parameter, targetType, text, decode)
  const list = style === 'label' ? without('.', text) : text
  if (!explode)
    return { texts: [list], split: DELIMITERS[style as keyof typeof DELIMITERS] as SplitText }
  const delimiter = style === 'label' ? '.' : ','
  // A pair has an equals sign; an array of pairs would be an array of such strings.
  if (targetType.object && list.includes('=')) {
    return { texts: [], members: list.split(delimiter).map((each) => member(each, decode)) }
  }
  return targetType.array ? { texts: list.split(delimiter) } : { texts: [list] }
}

/** `;color=blue;color=black`, or `;R=100;G=200` for an object (RFC 6570, section 3.2.7). */
function matrix(
  { name, explode }: PreparedParameter,
  targetType: TargetType,
  text: string,
  decode: Decode,
): EncodedPathValue {
  const pairs = without(';', text)
    .split(';')
    .map((each) => member(each, decode))
  const isOwn = ([each]: EncodedMember) => each === name
  const isAlone = pairs.every(isOwn) && !isOnlyObject(targetType)
  const isMember = targetType.object?.members.has(name) || (mayHold(targetType, name) && !isAlone)
  if (explode && targetType.object && (isMember || !pairs.some(isOwn))) {
    return { texts: [], members: pairs }
  }
  if (pairs.some(([each]) => each !== name)) throw malformedStyle(`must be written as ;${name}=`)
  const texts = pairs.map(([, value]) => value)
  return explode ? { texts } : { texts, split: DELIMITERS.matrix as SplitText }
}

function without(prefix: string, text: string): string {
  if (!text.startsWith(prefix)) throw malformedStyle(`must begin with "${prefix}"`)
  return text.slice(1)
}

function malformedStyle(message: string): Unreadable {
  return new Unreadable('style', message)
}

function member(pair: string, decode: Decode): EncodedMember {
  const [name, text] = pairOf(pair)
  return [decode(name), text]
}
