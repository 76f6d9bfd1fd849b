import { literalPattern } from '../../../openapi/literal-pattern.js'
import { namesIn, partsOf } from '../../../openapi/path-template.js'
import { percentDecoded } from '../../../openapi/percent.js'
import type { Cursor } from '../document/cursor.js'

/** A path template as a Fastify route. */
export interface FastifyRoute {
  /** `/plants/{id}` as `/plants/:id`. */
  readonly url: string
  /** The parameters that the route has to call otherwise: name to key. */
  readonly keys: ReadonlyMap<string, string>
}

/** The values that parameters may have, where the document lists them. */
export type EnumeratedValues = ReadonlyMap<string, readonly string[]>

/** The route of a path template; the router splits at slashes before it decodes anything. */
export function readRoute(
  path: string,
  cursor: Cursor,
  listed: EnumeratedValues = new Map(),
): FastifyRoute {
  if (!path.startsWith('/')) {
    const message = `the path ${JSON.stringify(path)} does not start with a slash; taken as /${path}`
    cursor.report.warn(cursor, message, 'add it')
  }
  warnOfBraces(path, cursor)
  const keys = new Map<string, string>()
  const segments = path.replace(/^\//, '').split('/')
  const url = segments
    .map((segment, index) => segmentRoute(segment, index, { keys, path, listed }))
    .join('/')
  return { url: `/${url}`, keys }
}

/** Names that are there twice share one value, and other braces are letters. */
function warnOfBraces(path: string, cursor: Cursor): void {
  const names = namesIn(path)
  for (const name of new Set(names.filter((each, index) => names.indexOf(each) !== index))) {
    const message = `{${name}} is in the path twice; a handler gets the last of its values`
    cursor.report.warn(cursor, message, 'rename one of them')
  }
  if (!partsOf(path).some((part, at) => at % 2 === 0 && /[{}]/.test(part))) return
  const message = `a brace of the path ${JSON.stringify(path)} is no part of a parameter, and is taken as it stands`
  cursor.report.warn(cursor, message, 'write a parameter as {name}')
}

/** A part of a segment: a parameter, or what stands between parameters. */
type SegmentPart = { readonly name: string } | LiteralText

/** Decoded, and what of it the router may not see as it is. */
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

/** What the router would take for something else, or never see as it is. */
const HIDDEN = /([?#*%;\\]+)/
/** Delimiters (RFC 3986, section 2.2) that are encoded, and those: the router decodes them in values only. */
const RESERVED = /%(2[346BCF]|3[ABDF]|40)/i
const ENCODED = /([?#*%;\\/$&+,:=@]+)/

/**
 * A segment of a route. Fastify's router ends the name of a parameter at a dot or a dash only, so
 * that beside anything else it needs a pattern: `{resource}:verb` is `:p1(^[^:]+)::verb`.
 */
function segmentRoute(
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
      // Between two texts there is a parameter, which is a pattern.
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

/** The key of a parameter in a route, which takes letters, digits and low lines only. */
function keyOf(name: string, keys: Map<string, string>, path: string): string {
  const key = /^\w+$/.test(name) ? name : freeKey(path, `p${keys.size + 1}`)
  if (key !== name) keys.set(name, key)
  return key
}

/**
 * What a parameter takes that is not a whole segment: up to where the text behind it is first met, so
 * that no value takes the router longer than its length; the last one takes what is left.
 */
function valueBefore(
  next: SegmentPart | undefined,
  isLast: boolean,
  listed: EnumeratedValues,
): string {
  const any = '[\\s\\S]'
  if (next === undefined) return `${any}+`
  const end = 'name' in next ? oneOf(next.name, listed) : literalPattern(next.text)
  // Nothing says where one ends and the next begins: the first takes as little as it can.
  if (end === undefined) return any
  return isLast && 'text' in next ? `${any}+` : `${any}(?:(?!${end})${any})*`
}

/** A pattern of the values that a parameter may have, where the document lists them. */
function oneOf(name: string, listed: EnumeratedValues): string | undefined {
  const values = listed.get(name)
  return values && `(?:${values.map(literalPattern).join('|')})`
}

/**
 * Literal text. What is hidden from the router is a pattern of its own; in a segment that has a pattern
 * before it, only the percent sign is, and a slash, where the router would end the segment.
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

/** A key that no parameter of the path has for a name. */
function freeKey(path: string, wanted: string): string {
  let key = wanted
  while (path.includes(`{${key}}`)) key += '_'
  return key
}
