import { isObject } from '../../../openapi/json.js'
import { append, segments } from '../../../openapi/json-pointer.js'
import { meantName } from '../../../shared/spelling.js'
import type { Cursor } from './cursor.js'

/** Message and advice for a reference without a target. */
export function nothingAt({ source, value }: Cursor): [message: string, advice: string] {
  const uri = String(value)
  const near = uri.startsWith('#/') ? nearest(source.value, segments(uri) ?? []) : undefined
  const meant = near ?? elsewhere(source.value, uri)
  const isPath = /^#\/paths\/\//.test(uri)
  const advice = isPath
    ? 'write each slash of a path as ~1: `#/paths/~1pets/get`'
    : meant === undefined
      ? 'correct the reference or add what it names'
      : `did you mean \`${meant}\`? Correct it, or add what it names`
  return [`nothing is at ${uri}`, advice]
}

/** Where what is misspelt is the document's, and not the reference. */
const CONTAINERS = new Set(
  (
    'components schemas responses parameters examples requestBodies headers securitySchemes links callbacks ' +
    'pathItems mediaTypes definitions paths'
  ).split(' '),
)

/** The schema with the name at the end of a reference that leads to no place of components. */
function elsewhere(root: unknown, uri: string): string | undefined {
  const [, container = '', name = ''] = /^#(?:.*?(\w*))[/:]([^/:]+)$/.exec(uri) ?? []
  const { components, definitions } = Object(root)
  if (CONTAINERS.has(container) && !SCHEMAS.has(container)) return undefined
  if (Object.hasOwn(Object(components?.schemas), name)) return append('#/components/schemas', name)
  return Object.hasOwn(Object(definitions), name) ? append('#/definitions', name) : undefined
}

const SCHEMAS: ReadonlySet<string> = new Set(['schemas', 'definitions'])

/** The pointer of what has nearly the names of a path; a name that is known is taken as it is. */
function nearest(root: unknown, path: readonly string[]): string | undefined {
  let value: unknown = root
  const found: string[] = []
  for (const name of path) {
    if (!isObject(value)) return undefined
    const { properties } = value
    if (!Object.hasOwn(value, name) && isObject(properties) && Object.hasOwn(properties, name)) {
      found.push('properties')
      value = properties
    }
    if (!isObject(value)) return undefined
    const isRight = Object.hasOwn(value, name) || (found.length < 2 && CONTAINERS.has(name))
    const meant = isRight ? name : meantName(name, Object.keys(value))
    if (meant === undefined) return undefined
    found.push(meant)
    value = value[meant]
  }
  const pointer = append('#', ...found)
  return path.every((name, at) => name === found[at]) ? undefined : pointer
}
