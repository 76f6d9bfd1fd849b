import type { Cursor } from './cursor.js'

/** Characters that a path template may hold literally and a Fastify route cannot. */
const UNROUTABLE = /[*?#()]/

/** A path template as a Fastify route: `/plants/{id}` as `/plants/:id`. */
export function routeUrl(path: string, place: Cursor): string {
  if (!path.startsWith('/')) {
    place.report.wrong(
      place,
      `the path ${JSON.stringify(path)} does not start with a slash`,
      'add it',
    )
  }
  return path
    .split('/')
    .map((segment) => routeSegment(segment, place))
    .join('/')
}

function routeSegment(segment: string, place: Cursor): string {
  const parameter = /^\{(\w+)\}$/.exec(segment)
  if (parameter !== null) return `:${parameter[1]}`
  if (/[{}]/.test(segment) || UNROUTABLE.test(segment)) {
    const advice = 'let a segment be one {parameter} (letters, digits, _) or plain text'
    place.report.unsupported(place, undefined, `path segment ${JSON.stringify(segment)}`, advice)
  }
  return segment.replaceAll(':', '::')
}
