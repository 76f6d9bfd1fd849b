import type { Cursor } from './cursor.js'

/** Characters that a path template may hold literally and a Fastify route cannot. */
const UNROUTABLE = /[*?#()]/

/** A path template as a Fastify route. */
export interface Route {
  /** `/plants/{id}` as `/plants/:id`. */
  readonly url: string
  /** The parameters that the route has to call otherwise: name to key. */
  readonly keys: ReadonlyMap<string, string>
}

/** The route of a path template; what Fastify cannot route goes to the report. */
export function readRoute(path: string, place: Cursor): Route {
  if (!path.startsWith('/')) {
    const message = `the path ${JSON.stringify(path)} does not start with a slash`
    place.report.wrong(place, message, 'add it')
  }
  const keys = new Map<string, string>()
  const segments = path.split('/').map((segment, index) => {
    const [, name] = /^\{([^{}]+)\}$/.exec(segment) ?? []
    if (name === undefined) return literalSegment(segment, place)
    if (/^\w+$/.test(name)) return `:${name}`
    keys.set(name, freeKey(path, index))
    return `:${keys.get(name)}`
  })
  return { url: segments.join('/'), keys }
}

/** A key that no parameter of the path has for a name. */
function freeKey(path: string, index: number): string {
  let key = `p${index}`
  while (path.includes(`{${key}}`)) key += '_'
  return key
}

function literalSegment(segment: string, place: Cursor): string {
  if (/[{}]/.test(segment) || UNROUTABLE.test(segment)) {
    const advice = 'let a segment be one {parameter} or plain text'
    place.report.unsupported(place, undefined, `path segment ${JSON.stringify(segment)}`, advice)
  }
  return segment.replaceAll(':', '::')
}
