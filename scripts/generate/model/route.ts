import type { Cursor } from './cursor.js'

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
  const url = segments.map((segment) => segmentRoute(segment, keys, path)).join('/')
  return { url: `/${url}`, keys }
}

/** `{resource}:verb` as `:resource::verb`; two parameters side by side need a pattern each. */
function segmentRoute(segment: string, keys: Map<string, string>, path: string): string {
  const parts = segment.split(/(\{[^{}]+\})/).filter((part) => part !== '')
  return parts
    .map((part, index) => {
      const name = /^\{([^{}]+)\}$/.exec(part)?.[1]
      if (name === undefined) return literal(part)
      const key = /^\w+$/.test(name) ? name : freeKey(path, keys.size)
      if (key !== name) keys.set(name, key)
      const next = parts[index + 1]
      const isLast = next === undefined
      const isOpen = !isLast && /^[\w(*{]/.test(next)
      return isOpen ? `:${key}(^.+?)` : `:${key}`
    })
    .join('')
}

/** Characters that a route or a target would not take for themselves are percent-encoded. */
function literal(text: string): string {
  return text
    .replaceAll(':', '::')
    .replace(/[?#*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** A key that no parameter of the path has for a name. */
function freeKey(path: string, index: number): string {
  let key = `p${index + 1}`
  while (path.includes(`{${key}}`)) key += '_'
  return key
}
