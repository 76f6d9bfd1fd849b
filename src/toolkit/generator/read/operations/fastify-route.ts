import { namesIn, partsOf } from '../../../openapi/path-template.js'
import type { Cursor } from '../document/cursor.js'
import { type EnumeratedValues, segmentRoute } from './route-segment.js'

interface FastifyRoute {
  /** `/plants/{id}` as `/plants/:id`. */
  readonly url: string
  /** Parameters with another name in the route: name to key. */
  readonly keys: ReadonlyMap<string, string>
}

/** Route of a path template; the router splits at slashes before it decodes. */
export function readRoute(
  path: string,
  cursor: Cursor,
  listed: EnumeratedValues = new Map(),
): FastifyRoute {
  if (!path.startsWith('/')) {
    const message = `the path ${JSON.stringify(path)} does not start with a slash; taken as /${path}`
    cursor.warn(message, 'add it')
  }
  warnOfBraces(path, cursor)
  const keys = new Map<string, string>()
  const segments = path.replace(/^\//, '').split('/')
  const url = segments
    .map((segment, index) => segmentRoute(segment, index, { keys, path, listed }))
    .join('/')
  return { url: `/${url}`, keys }
}

/** Reports parameters that occur twice, which share one value, and braces outside of parameters. */
function warnOfBraces(path: string, cursor: Cursor): void {
  const names = namesIn(path)
  for (const name of new Set(names.filter((each, index) => names.indexOf(each) !== index))) {
    const message = `{${name}} is in the path twice; a handler gets the last of its values`
    cursor.warn(message, 'rename one of them')
  }
  if (!partsOf(path).some((part, at) => at % 2 === 0 && /[{}]/.test(part))) return
  const message = `a brace of the path ${JSON.stringify(path)} is no part of a parameter, and is taken literally`
  cursor.warn(message, 'write a parameter as {name}')
}
