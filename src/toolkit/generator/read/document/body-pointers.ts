import { isObject } from '../../../openapi/json.js'
import { segments } from '../../../openapi/json-pointer.js'
import { didYouMean } from '../../../shared/spelling.js'
import { Diagnostics } from '../../diagnostics/diagnostics.js'
import type { Source } from '../../load/source.js'
import { Cursor } from './cursor.js'
import { resolve } from './references.js'

/**
 * Reports an expression that points into a body to a member that its schemas do not describe.
 *
 * @param body - The pointer of the response or request body, in the file of the expression.
 */
export function checkBodyPointer(at: Cursor, expression: string, body: string): void {
  const [, fragment] = /^\$\w+\.body(#\/.+)$/s.exec(expression) ?? []
  const content = resolve(cursorAt(at.source, body))?.get('content')
  if (fragment === undefined || !isObject(content?.value)) return
  const schemas = content.entries().map(([, media]) => resolve(media)?.get('schema'))
  const unknown = unknownIn(schemas, segments(fragment) ?? [])
  if (unknown === undefined) return
  const { name, known } = unknown
  const message = `\`${expression}\` is empty: no schema of the body describes \`${name}\``
  at.warn(message, didYouMean(name, known, 'correct it, or describe the member'))
}

function cursorAt(source: Source, pointer: string): Cursor {
  const path = segments(pointer) ?? []
  const value = path.reduce<unknown>((inside, name) => Object(inside)[name], source.value)
  return new Cursor(source, pointer, value, new Diagnostics())
}

/** The first name on the way that no schema has, with those that they have. */
function unknownIn(
  schemas: readonly (Cursor | undefined)[],
  path: readonly string[],
): { readonly name: string; readonly known: readonly string[] } | undefined {
  let current = schemas
  for (const name of path) {
    const parts = current.flatMap((each) => partsOf(each))
    if (parts.some((part) => isOpen(part))) return undefined
    current = parts.flatMap((part) => memberOf(part, name))
    if (current.length > 0) continue
    const known = parts.flatMap((part) => Object.keys(Object(part?.get('properties')?.value)))
    return { name, known }
  }
  return undefined
}

/** A schema with those that it is made of, or chooses from, each once. */
function partsOf(schema: Cursor | undefined, seen = new Set<string>()): (Cursor | undefined)[] {
  const target = schema && resolve(schema)
  if (target !== undefined && seen.has(target.fullPointer)) return []
  if (target !== undefined) seen.add(target.fullPointer)
  const inner = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => {
    const list = Object(target?.value)[keyword]
    return Array.isArray(list) ? (target?.get(keyword)?.elements() ?? []) : []
  })
  const { properties, items } = Object(target?.value)
  const isOwn = inner.length === 0 || properties !== undefined || items !== undefined
  return [...(isOwn ? [target] : []), ...inner.flatMap((each) => partsOf(each, seen))]
}

/** True for a schema that may have any members. */
function isOpen(part: Cursor | undefined): boolean {
  const { properties, items, additionalProperties = false, patternProperties } = Object(part?.value)
  if (!isObject(properties) && !isObject(items)) return true
  return additionalProperties !== false || patternProperties !== undefined
}

function memberOf(part: Cursor | undefined, name: string): Cursor[] {
  const member = part?.get('properties')?.get(name)
  const item = /^\d+$/.test(name) ? part?.get('items') : undefined
  return [member, item].filter((each) => each !== undefined)
}
