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

/** The route of a path template; the router splits at slashes before it decodes anything. */
export function readRoute(path: string, place: Cursor): Route {
  if (!path.startsWith('/')) {
    const message = `the path ${JSON.stringify(path)} does not start with a slash; taken as /${path}`
    place.report.warn(place, message, 'add it')
  }
  const keys = new Map<string, string>()
  const segments = path.replace(/^\//, '').split('/')
  const url = segments.map((segment, index) => segmentRoute(segment, index, keys, path)).join('/')
  return { url: `/${url}`, keys }
}

/**
 * A segment of a route. Fastify's router ends the name of a parameter at a dot or a dash only, so
 * that beside anything else it needs a pattern: `{resource}:verb` is `:p1(^.+?)::verb`.
 */
function segmentRoute(
  segment: string,
  position: number,
  keys: Map<string, string>,
  path: string,
): string {
  const parts = segment.split(/(\{[^{}]+\})/).filter((part) => part !== '')
  const isMixed = parts.length > 1
  const route = parts.map((part, index) => {
    const name = /^\{([^{}]+)\}$/.exec(part)?.[1]
    if (name === undefined) {
      const key = freeKey(path, `literal${position}_${index}`)
      return literal(part, key, isMixed ? '' : '$')
    }
    const key = /^\w+$/.test(name) ? name : freeKey(path, `p${keys.size + 1}`)
    if (key !== name) keys.set(name, key)
    if (!isMixed) return `:${key}`
    return `:${key}(^.+${index < parts.length - 1 ? '?' : ''})`
  })
  return route.join('')
}

/** Text that the router would take for something else, or never see, is a pattern. */
function literal(encoded: string, key: string, end: '$' | ''): string {
  const text = decoded(encoded)
  if (!/[?#*%;\\]/.test(text)) return text.replaceAll(':', '::')
  const pattern = text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return `:${key}(^${pattern}${end})`
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
