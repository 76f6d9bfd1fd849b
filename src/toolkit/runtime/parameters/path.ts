import { fromContent } from './content.js'
import { asItIs, type Decode, percentDecode } from './decode.js'
import { DELIMITERS } from './delimiters.js'
import type { PreparedParameter, ReadParameter } from './prepared.js'
import type { RawPath } from './raw-path.js'
import type { TargetType } from './target-type.js'
import { Unreadable } from './unreadable.js'
import { type EncodedMember, type EncodedValue, type SplitText, valueFrom } from './values.js'

type RoutedParams = Readonly<Record<string, string>>

/** Reads path parameters: from the target where that tells them, else as the router decoded them. */
export function pathReader(params: RoutedParams, raw: RawPath): ReadParameter {
  return (parameter, shape) => {
    const { name, key = name, style, mediaType } = parameter
    const routed = params[key] as string
    const encoded = raw(name, routed)
    const text = encoded ?? routed
    const decode = encoded === undefined ? asItIs : percentDecode
    if (style === undefined) return valueFrom({ texts: [text], decode }, shape)
    if (style === 'content') return fromContent(decode(text), mediaType, shape)
    return valueFrom({ ...divided(parameter, shape, text, decode), decode }, shape)
  }
}

type EncodedPathValue = Omit<EncodedValue, 'decode'>

function divided(
  parameter: PreparedParameter,
  shape: TargetType,
  text: string,
  decode: Decode,
): EncodedPathValue {
  const { style = 'simple', explode = false } = parameter
  if (style === 'matrix') return matrix(parameter, shape, text, decode)
  const list = style === 'label' ? without('.', text) : text
  if (!explode)
    return { texts: [list], split: DELIMITERS[style as keyof typeof DELIMITERS] as SplitText }
  const delimiter = style === 'label' ? '.' : ','
  // A pair has its equals sign; an array of pairs would be an array of such texts.
  if (shape.object && list.includes('=')) {
    return { texts: [], members: list.split(delimiter).map((each) => member(each, decode)) }
  }
  return shape.array ? { texts: list.split(delimiter) } : { texts: [list] }
}

/** `;color=blue;color=black`, or `;R=100;G=200` for an object (RFC 6570, section 3.2.7). */
function matrix(
  { name, explode }: PreparedParameter,
  shape: TargetType,
  text: string,
  decode: Decode,
): EncodedPathValue {
  const pairs = without(';', text)
    .split(';')
    .map((each) => member(each, decode))
  const hasMember = shape.object?.members.has(name) === true
  if (explode && shape.object && (hasMember || pairs.every(([each]) => each !== name))) {
    return { texts: [], members: pairs }
  }
  if (pairs.some(([each]) => each !== name)) throw misspelt(`must be written as ;${name}=`)
  const texts = pairs.map(([, value]) => value)
  return explode ? { texts } : { texts, split: DELIMITERS.matrix as SplitText }
}

function without(prefix: string, text: string): string {
  if (!text.startsWith(prefix)) throw misspelt(`must begin with ${prefix}`)
  return text.slice(1)
}

function misspelt(message: string): Unreadable {
  return new Unreadable('style', message)
}

function member(pair: string, decode: Decode): EncodedMember {
  const [name = '', ...rest] = pair.split('=')
  return [decode(name), rest.join('=')]
}
