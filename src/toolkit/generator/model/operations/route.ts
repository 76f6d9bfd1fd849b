import type { Cursor } from '../document/cursor.js'

/** A path template as a Fastify route. */
export interface Route {
  /** `/plants/{id}` as `/plants/:id`. */
  readonly url: string
  /** The parameters that the route has to call otherwise: name to key. */
  readonly keys: ReadonlyMap<string, string>
}

const EXPRESSION = /\{([^{}]+)\}/g

/** The names of the parameters in a path template, in order. */
export function namesIn(path: string): string[] {
  return [...path.matchAll(EXPRESSION)].map((match) => match[1] as string)
}

/** The values that parameters may have, where the document lists them. */
export type Listed = ReadonlyMap<string, readonly string[]>

/** The route of a path template; the router splits at slashes before it decodes anything. */
export function readRoute(path: string, place: Cursor, listed: Listed = new Map()): Route {
  if (!path.startsWith('/')) {
    const message = `the path ${JSON.stringify(path)} does not start with a slash; taken as /${path}`
    place.report.warn(place, message, 'add it')
  }
  warnOfBraces(path, place)
  const keys = new Map<string, string>()
  const segments = path.replace(/^\//, '').split('/')
  const url = segments
    .map((segment, index) => segmentRoute(segment, index, { keys, path, listed }))
    .join('/')
  return { url: `/${url}`, keys }
}

/** Names that are there twice share one value, and other braces are letters. */
function warnOfBraces(path: string, place: Cursor): void {
  const names = namesIn(path)
  for (const name of new Set(names.filter((each, index) => names.indexOf(each) !== index))) {
    const message = `{${name}} is in the path twice; a handler gets the last of its values`
    place.report.warn(place, message, 'rename one of them')
  }
  if (!/[{}]/.test(path.replace(EXPRESSION, ''))) return
  const message = `a brace of the path ${JSON.stringify(path)} is no part of a parameter, and is taken as it stands`
  place.report.warn(place, message, 'write a parameter as {name}')
}

/** What the router tells apart: it compares neither the names of parameters nor their patterns. */
export function shapeOf(url: string): string {
  let shape = ''
  for (let at = 0; at < url.length; at++) {
    const isParameter = url[at] === ':' && url[at + 1] !== ':'
    if (url.startsWith('::', at)) at++
    shape += isParameter ? '{}' : url[at]
    if (!isParameter) continue
    while (/\w/.test(url[at + 1] ?? '')) at++
    if (url[at + 1] === '(') at = endOfPattern(url, at + 1)
  }
  return shape
}

function endOfPattern(url: string, start: number): number {
  let at = start
  for (let depth = 1; depth > 0 && at < url.length; ) {
    at++
    if (url[at] === '\\') at++
    else if (url[at] === '(') depth++
    else if (url[at] === ')') depth--
  }
  return at
}

/**
 * A segment of a route. Fastify's router ends the name of a parameter at a dot or a dash only, so
 * that beside anything else it needs a pattern: `{resource}:verb` is `:p1(^[^:]+)::verb`.
 */
function segmentRoute(
  segment: string,
  position: number,
  { keys, path, listed }: { keys: Map<string, string>; path: string; listed: Listed },
): string {
  const parts = segment.split(/(\{[^{}]+\})/).filter((part) => part !== '')
  if (parts.length === 1 && nameOf(parts[0]) !== undefined) return `:${keyOf(parts[0], keys, path)}`
  let isPattern = false
  const route = parts.map((part, index) => {
    const after = parts[index + 1]
    if (nameOf(part) === undefined) {
      const text = literal(decoded(part), isPattern, (at) =>
        freeKey(path, `literal${position}_${index}${at === 0 ? '' : `_${at}`}`),
      )
      isPattern ||= text.includes('(^')
      return text
    }
    isPattern = true
    const own = nameOf(parts[index - 1]) === undefined ? undefined : oneOf(part, listed)
    const value = own ?? valueBefore(after, index + 2 >= parts.length, listed)
    return `:${keyOf(part, keys, path)}(^${value})`
  })
  return route.join('')
}

/** The name of the parameter that a part of a segment is. */
function nameOf(part: string | undefined): string | undefined {
  return /^\{([^{}]+)\}$/.exec(part ?? '')?.[1]
}

/** The key of a parameter in a route, which takes letters, digits and low lines only. */
function keyOf(part: string | undefined, keys: Map<string, string>, path: string): string {
  const name = nameOf(part) as string
  const key = /^\w+$/.test(name) ? name : freeKey(path, `p${keys.size + 1}`)
  if (key !== name) keys.set(name, key)
  return key
}

/**
 * What a parameter takes that is not a whole segment: up to where the text behind it is first met, so
 * that no value takes the router longer than its length; the last one takes what is left.
 */
function valueBefore(next: string | undefined, isLast: boolean, listed: Listed): string {
  const any = '[\\s\\S]'
  if (next === undefined) return `${any}+`
  const isParameter = nameOf(next) !== undefined
  const end = isParameter ? oneOf(next, listed) : escaped(decoded(next))
  // Nothing says where one ends and the next begins: the first takes as little as it can.
  if (end === undefined) return any
  return isLast && !isParameter ? `${any}+` : `${any}(?:(?!${end})${any})*`
}

/** A pattern of the values that a parameter may have, where the document lists them. */
function oneOf(part: string | undefined, listed: Listed): string | undefined {
  const values = listed.get(nameOf(part) as string)
  return values && `(?:${values.map(escaped).join('|')})`
}

/**
 * Literal text. What the router would take for something else, or never see as it is, is a pattern of
 * its own; in a segment that has a pattern before it, only the percent sign is.
 */
function literal(text: string, isPattern: boolean, key: (at: number) => string): string {
  let inPattern = isPattern
  return text
    .split(/([?#*%;\\]+)/)
    .map((part, at) => {
      if (at % 2 === 0 || (inPattern && !part.includes('%'))) return part.replaceAll(':', '::')
      inPattern = true
      return `:${key(at - 1)}(^${escaped(part)})`
    })
    .join('')
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/** The text that a percent-encoded segment stands for: the router compares decoded ones. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A key that no parameter of the path has for a name. */
function freeKey(path: string, wanted: string): string {
  let key = wanted
  while (path.includes(`{${key}}`)) key += '_'
  return key
}
