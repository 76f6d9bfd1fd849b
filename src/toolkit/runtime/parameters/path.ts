import { partsOf } from '../../openapi/path-template.js'
import { DELIMITERS, type SplitText } from './delimiters.js'
import type { PreparedParameter, ReadParameter, TargetType } from './target-type.js'
import { fromContent } from './text-value.js'
import { type Decode, notEncoded, percentDecode, Unreadable } from './url-encoding.js'
import { type EncodedMember, type EncodedValue, valueFrom } from './values.js'

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
  const hasMember = targetType.object?.members.has(name) === true
  if (explode && targetType.object && (hasMember || pairs.every(([each]) => each !== name))) {
    return { texts: [], members: pairs }
  }
  if (pairs.some(([each]) => each !== name)) throw malformedStyle(`must be written as ;${name}=`)
  const texts = pairs.map(([, value]) => value)
  return explode ? { texts } : { texts, split: DELIMITERS.matrix as SplitText }
}

function without(prefix: string, text: string): string {
  if (!text.startsWith(prefix)) throw malformedStyle(`must begin with ${prefix}`)
  return text.slice(1)
}

function malformedStyle(message: string): Unreadable {
  return new Unreadable('style', message)
}

function member(pair: string, decode: Decode): EncodedMember {
  const [name = '', ...rest] = pair.split('=')
  return [decode(name), rest.join('=')]
}

/** The encoded text of a path parameter, if the request target contains it. */
type RawPath = (name: string, routed: string) => string | undefined

/** A segment of a path template with parameters: literals and names alternate. */
interface Segment {
  /** Index from the end, since a prefix may precede the template. */
  readonly fromEnd: number
  readonly parts: readonly string[]
}

/** Finds path parameters in request targets: the router decodes them before they are split. */
export function rawPaths(template: string): (url: string) => RawPath {
  const all = template.split('/')
  const segments = all.flatMap((segment, index): Segment[] => {
    const parts = partsOf(segment)
    return parts.length === 1 ? [] : [{ fromEnd: all.length - index, parts }]
  })
  const wholes = new Set(segments.flatMap(({ parts }) => (isWhole(parts) ? parts : [])))
  return (url) => {
    const [target] = url.split(/[?#]/, 1) as [string]
    if (!target.includes('%')) return () => undefined
    const path = target.split('/')
    // A host may ignore a slash at the end.
    if (path.at(-1) === '' && all.at(-1) !== '') path.pop()
    if (path.at(-1) !== '' && all.at(-1) === '') path.push('')
    const texts = new Map<string, string>()
    for (const { fromEnd, parts } of segments) divide(path.at(-fromEnd) as string, parts, texts)
    return (name, routed) => {
      const text = texts.get(name)
      // A host may also ignore repeated slashes anywhere.
      const isElsewhere = wholes.has(name) && text !== undefined && percentDecode(text) !== routed
      return isElsewhere ? undefined : text
    }
  }
}

function isWhole(parts: readonly string[]): boolean {
  return parts.length === 3 && parts[0] === '' && parts[2] === ''
}

/** Each parameter ends at the literal behind it; the last one takes the rest. */
function divide(segment: string, parts: readonly string[], texts: Map<string, string>): void {
  const found: [name: string, text: string][] = []
  let at = (parts[0] as string).length
  if (!segment.startsWith(parts[0] as string)) return
  for (let index = 1; index < parts.length; index += 2) {
    const literal = parts[index + 1] as string
    const isLast = index + 2 === parts.length
    // Only the router knows the border of adjacent parameters.
    if (literal === '' && !isLast) return
    const end = isLast ? segment.length - literal.length : segment.indexOf(literal, at + 1)
    if (end <= at || !segment.startsWith(literal, end)) return
    found.push([parts[index] as string, segment.slice(at, end)])
    at = end + literal.length
  }
  for (const [name, text] of found) texts.set(name, text)
}
