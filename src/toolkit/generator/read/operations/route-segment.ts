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
  const borders = new Borders()
  const route = parts.map((part, index) => {
    const [before, after] = [parts[index - 1], parts[index + 1]]
    if ('text' in part) {
      borders.add(literalPattern(part.text), part.text.length)
      // The parameter between two texts has a pattern.
      return literal(part, index > 0, (at) =>
        freeKey(path, `literal${position}_${index}${at === 0 ? '' : `_${at}`}`),
      )
    }
    const isBeforeUnlisted = isParameter(after) && !listed.has(after.name)
    const values = isBeforeUnlisted || isParameter(before) ? listed.get(part.name) : undefined
    // Without a text between two parameters, the first one takes as little as possible.
    const fixed = values ? oneOf(values) : isBeforeUnlisted ? ONE : undefined
    const longest = values ? Math.max(...values.map(({ length }) => length)) : MOST_UNITS
    if (fixed !== undefined) borders.add(fixed, longest)
    return `:${keyOf(part.name, keys, path)}(^${fixed ?? borders.value()})`
  })
  return route.join('')
}

function isParameter(part: SegmentPart | undefined): part is { readonly name: string } {
  return part !== undefined && 'name' in part
}

const ANY = '[\\s\\S]'

/** One character: those beyond the basic plane are two units (ECMA-262, section 6.1.4). */
const ONE = `(?:[\\uD800-\\uDBFF]${ANY}|[^\\uD800-\\uDBFF])`
const MOST_UNITS = 2

/**
 * Patterns of what is between the values of a segment. A value ends at the last occurrence of the
 * next border; thus none is in the value behind it, except at its start, or where it would reach over its
 * end. The router needs no second look at a place: it takes linear time.
 */
class Borders {
  #border: { readonly pattern: string; readonly length: number } | undefined

  /** @param length - Most characters that the pattern matches. */
  add(pattern: string, length: number): void {
    // Before the first value nothing varies.
    if (this.#border === undefined) return
    const { pattern: before, length: sum } = this.#border
    this.#border = { pattern: before + pattern, length: sum + length }
  }

  /** Pattern of a value behind the border; the next border starts behind it. */
  value(): string {
    const border = this.#border
    this.#border = { pattern: '', length: 0 }
    if (border === undefined) return `${ANY}+`
    const end = border.length === 1 ? `${ANY}?` : `${ANY}{0,${border.length}}`
    return `${ANY}(?:(?!${border.pattern})${ANY})*${end}`
  }
}

/** Key of a parameter in a route, which may contain letters, digits and underscores only. */
function keyOf(name: string, keys: Map<string, string>, path: string): string {
  const key = /^\w+$/.test(name) ? name : freeKey(path, `p${keys.size + 1}`)
  if (key !== name) keys.set(name, key)
  return key
}

/** The longest comes first, as one value may begin with another. */
function oneOf(values: readonly string[]): string {
  const sorted = values.toSorted((one, other) => other.length - one.length)
  return `(?:${sorted.map(literalPattern).join('|')})`
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
