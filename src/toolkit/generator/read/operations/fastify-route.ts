import { namesIn, partsOf, withoutQuery } from '../../../openapi/path-template.js'
import type { Cursor } from '../document/cursor.js'
import { type EnumeratedValues, segmentRoute } from './route-segment.js'

/**
 * Route of a path template: `/plants/{id}` as `/plants/:id`, with the query that the path has, which Fastify matches by
 * a constraint. `keys`: the names in the route of parameters that cannot be there. The router splits at slashes before
 * it decodes.
 */
export function readRoute(template: string, cursor: Cursor, listed: EnumeratedValues) {
  const { path, query } = withoutQuery(template)
  if (!path.startsWith('/')) {
    const message = `the path ${JSON.stringify(path)} does not start with a slash; taken as /${path}`
    const isUrl = /^[a-z][a-z\d+.-]*:\/\//i.test(path)
    cursor.warn(message, isUrl ? 'write the path alone, and the rest in `servers`' : 'add it')
  }
  warnOfBraces(template, cursor)
  warnOfNeighbours(path, cursor, listed)
  warnOfSigns(path, cursor)
  if (template.includes('#')) {
    const message = `no client sends what is behind the \`#\` of the path ${JSON.stringify(template)}: \`%23\` matches it`
    cursor.warn(message, 'make the paths different before it')
  }
  const keys = new Map<string, string>()
  const segments = path.replace(/^\//, '').split('/')
  const url = segments
    .map((segment, index) => segmentRoute(segment, index, { keys, path, listed }))
    .join('/')
  return { url: `/${url}`, keys, ...(query !== undefined && { pathQuery: query }) }
}

/** Reports parameters that occur twice, which share one value, and braces outside of parameters. */
function warnOfBraces(path: string, cursor: Cursor): void {
  const names = namesIn(path)
  for (const name of new Set(names.filter((each, index) => names.indexOf(each) !== index))) {
    const message = `{${name}} is in the path twice; a handler gets the last of its values`
    cursor.warn(message, 'rename one of them')
  }
  if (!/[{}]/.test(textIn(path))) return
  const message = `a brace of the path ${JSON.stringify(path)} is no part of a parameter, and is taken literally`
  cursor.warn(message, 'write a parameter as {name}')
}

/** What other tools have in paths, and OpenAPI does not (3.2, section 4.8.1): it is taken literally. */
function warnOfSigns(path: string, cursor: Cursor): void {
  const is = (sign: string) => `\`${sign}\` of the path ${JSON.stringify(path)} is taken literally`
  if (path.includes('${')) cursor.warn(is('$'), 'write a parameter as {name}')
  if (/\/\*{1,2}(\/|$)/.test(path)) {
    cursor.warn(is('*'), 'OpenAPI has no wildcards: write a parameter as {name}')
  }
  const greedy = namesIn(path).find((name) => /^([*+][\w-]+|[\w-]+[*+])$/.test(name))
  if (greedy !== undefined) {
    const message = `{${greedy}} is one segment of the path, as every parameter`
    cursor.warn(message, 'OpenAPI has no wildcards: write a path for each number of segments')
  }
  if (path.includes('//') && !path.includes('://')) cursor.warn(is('//'), 'remove a slash')
  if (/\s/.test(textIn(path))) cursor.warn(is(' '), 'remove the space, or write %20')
}

/** A path without its parameters. */
function textIn(path: string): string {
  return partsOf(path)
    .filter((_, at) => at % 2 === 0)
    .join('/')
}

/** Reports adjacent parameters of which none lists its values: nothing says where the first one ends. */
function warnOfNeighbours(path: string, cursor: Cursor, listed: EnumeratedValues): void {
  const parts = partsOf(path)
  for (let index = 1; index + 2 < parts.length; index += 2) {
    const [first, text, second] = parts.slice(index, index + 3) as [string, string, string]
    if (text !== '' || listed.has(first) || listed.has(second)) continue
    const message = `nothing is between {${first}} and {${second}} in the path: {${first}} is one character`
    cursor.warn(message, 'write a text between them, or list the values of one with `enum`')
  }
}
