import { percentDecoded } from '../../../openapi/json-pointer.js'
import { literalPattern, partsOf } from '../../../openapi/path-template.js'

/** Values of parameters with an `enum`. */
export type EnumeratedValues = ReadonlyMap<string, readonly string[]>

/** Part of a segment: a parameter, or the text between parameters. */
type SegmentPart = { readonly name: string } | LiteralText

/** Decoded text, and the characters that the router must not see. */
interface LiteralText {
  readonly text: string
  readonly hidden: RegExp
}

function partsIn(segment: string): SegmentPart[] {
  return partsOf(segment).flatMap((part, at): SegmentPart[] => {
    if (at % 2 === 1) return [{ name: part }]
    if (part === '') return []
    return [{ text: percentDecoded(part), hidden: RESERVED.test(part) ? ENCODED : HIDDEN }]
  })
}

/** Characters with a meaning for the router, or that it never sees as they are. */
const HIDDEN = /([?#*%;\\]+)/
/** Encoded delimiters (RFC 3986, section 2.2): the router decodes them in values only. */
const RESERVED = /%(2[346BCF]|3[ABDF]|40)/i
const ENCODED = /([?#*%;\\/$&+,:=@]+)/

/**
 * A segment of a route. Fastify's router ends the name of a parameter at a dot or a dash only;
 * before any other character it needs a pattern: `{resource}:verb` is `:p1(^[^:]+)::verb`.
 */
export function segmentRoute(
  segment: string,
  position: number,
  { keys, path, listed }: { keys: Map<string, string>; path: string; listed: EnumeratedValues },
): string {
  const parts = partsIn(segment)
  const [only] = parts
  if (parts.length === 1 && only && 'name' in only) return `:${keyOf(only.name, keys, path)}`
  const route = parts.map((part, index) => {
    const [before, after] = [parts[index - 1], parts[index + 1]]
    if ('text' in part) {
      // The parameter between two texts has a pattern.
      return literal(part, index > 0, (at) =>
        freeKey(path, `literal${position}_${index}${at === 0 ? '' : `_${at}`}`),
      )
    }
    const own = before && 'name' in before ? oneOf(part.name, listed) : undefined
    const value = own ?? valueBefore(after, index + 2 >= parts.length, listed)
    return `:${keyOf(part.name, keys, path)}(^${value})`
  })
  return route.join('')
}

/** Key of a parameter in a route, which may contain letters, digits and underscores only. */
function keyOf(name: string, keys: Map<string, string>, path: string): string {
  const key = /^\w+$/.test(name) ? name : freeKey(path, `p${keys.size + 1}`)
  if (key !== name) keys.set(name, key)
  return key
}

/**
 * Pattern of a parameter that is not a whole segment. It ends at the first occurrence of the next
 * text, so that the router takes linear time; the last one takes the rest.
 */
function valueBefore(
  next: SegmentPart | undefined,
  isLast: boolean,
  listed: EnumeratedValues,
): string {
  const any = '[\\s\\S]'
  if (next === undefined) return `${any}+`
  const end = 'name' in next ? oneOf(next.name, listed) : literalPattern(next.text)
  // Without a text between two parameters, the first one takes as little as possible.
  if (end === undefined) return any
  return isLast && 'text' in next ? `${any}+` : `${any}(?:(?!${end})${any})*`
}

function oneOf(name: string, listed: EnumeratedValues): string | undefined {
  const values = listed.get(name)
  return values && `(?:${values.map(literalPattern).join('|')})`
}

/**
 * Literal text. Characters hidden from the router are in a pattern of their own. Behind a pattern
 * in the same segment only the percent sign is hidden, and a slash, which would end the segment.
 */
function literal(
  { text, hidden }: LiteralText,
  isPattern: boolean,
  key: (at: number) => string,
): string {
  let inPattern = isPattern
  return text
    .split(hidden)
    .map((part, at) => {
      if (at === 0 || (inPattern && !/[%/]/.test(part))) return part.replaceAll(':', '::')
      inPattern = true
      return `:${key(at - 1)}(^${literalPattern(part)})`
    })
    .join('')
}

function freeKey(path: string, wanted: string): string {
  let key = wanted
  while (path.includes(`{${key}}`)) key += '_'
  return key
}
