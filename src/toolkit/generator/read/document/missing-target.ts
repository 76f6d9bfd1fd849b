import { isObject, plainText } from '../../../openapi/json.js'
import { append, percentDecoded, segments } from '../../../openapi/json-pointer.js'
import { meantName } from '../../../shared/spelling.js'
import type { Source } from '../../load/source.js'
import type { OpenApiVersion } from '../../model/model.js'
import { wordSet } from '../../shared/collections.js'
import type { Cursor } from './cursor.js'
import { fieldsOf } from './fixed-fields.js'
import { checkMember, meantIn } from './unknown-members.js'

/** Message and advice for a reference without a target. */
export function nothingAt({ source, pointer, value }: Cursor): [message: string, advice: string] {
  const uri = plainText(value)
  const [, file = '', path = ''] = /^([^#]*)#(\/.*)$/s.exec(uri) ?? []
  const root = path === '' ? undefined : rootOf(source, file)
  const names = segments(`#${path}`)
  const near = root && names && nearest(root, names)
  const other = () => elsewhere(source.value, uri) ?? nearby(source.value, pointer, uri)
  const meant = near === undefined ? other() : `${file}${near}`
  const isPath = uri.startsWith('#/paths/')
  const advice =
    meant !== undefined
      ? `did you mean \`${meant}\`? Correct it, or add what it names`
      : isPath
        ? 'write each slash of a path as ~1: `#/paths/~1pets/get`'
        : 'correct the reference or add what it names'
  return [`nothing is at ${uri}`, advice]
}

function rootOf(source: Source, file: string): unknown {
  if (file === '') return source.value
  try {
    return source.open(percentDecoded(file)).value
  } catch {
    return undefined // reported where it is opened
  }
}

/** Where what is misspelt is the document's, and not the reference. */
export const CONTAINERS = wordSet(
  'components schemas responses parameters examples requestBodies headers securitySchemes links callbacks ' +
    'pathItems mediaTypes definitions paths',
)

/** The schema with the name at the end of a reference that leads to no place of components. */
function elsewhere(root: unknown, uri: string): string | undefined {
  const [, container = '', name = ''] = /^#(?:.*?(\w*))[/:]([^/:]+)$/.exec(uri) ?? []
  const { components, definitions } = Object(root)
  if (CONTAINERS.has(container) && !/^(schemas|definitions)$/.test(container)) return undefined
  if (Object.hasOwn(Object(components?.schemas), name)) return append('#/components/schemas', name)
  return Object.hasOwn(Object(definitions), name) ? append('#/definitions', name) : undefined
}

/** The definition of that name in a schema around the reference, which was the root of a document of its own. */
function nearby(root: unknown, pointer: string, uri: string): string | undefined {
  const [, group = '', name = ''] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(uri) ?? []
  const path = segments(pointer) ?? []
  let value = root
  for (const [at, key] of path.entries()) {
    value = Object(value)[key]
    if (Object.hasOwn(Object(Object(value)[group]), name))
      return append('#', ...path.slice(0, at + 1), group, name)
  }
  return undefined
}

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

/** Reports a misspelt `components` or `schemas`: the references into it are right. */
export function checkContainers(root: Cursor, version: OpenApiVersion): void {
  check('document', root, version)
  const components = root.quiet().get('components')
  if (components !== undefined) check('components', root.get('components') as Cursor, version)
}

function check(kind: 'document' | 'components', at: Cursor, version: OpenApiVersion): void {
  const fields = fieldsOf(kind, version)
  if (fields === undefined || !isObject(at.value)) return
  for (const [name, member] of at.members()) {
    const meant = fields.has(name) ? undefined : meantIn(name, fields, member, kind)
    if (meant === undefined || !CONTAINERS.has(meant) || Object.hasOwn(at.value, meant)) continue
    checkMember(at, [name, member], { kind, version, isUsed: true })
  }
}
