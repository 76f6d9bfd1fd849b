import { isObject, plainText } from '../../../openapi/json.js'
import { segments } from '../../../openapi/json-pointer.js'
import type { Source } from '../../load/source.js'
import { pascalCase } from '../../shared/names.js'
import type { Cursor } from '../document/cursor.js'
import { nothingAt } from '../document/missing-target.js'
import { hasSchemaKeywords } from '../document/object-kinds.js'
import { targetOf } from '../document/references.js'

/** The schema that a reference names; a reference without one is reported. */
export function schemaTargetOf(reference: Cursor): Cursor | undefined {
  const uri = plainText(reference.value)
  const target = targetOf(reference)
  if (target === undefined) {
    if (reference.report.has(reference)) return undefined
    reference.wrong(...nothingAt(reference), 'unresolved-reference')
    return undefined
  }
  if (!isSchemaContainer(target)) return target
  const what = uri === '' ? 'the reference is empty' : `${uri} is no schema`
  const advice = 'refer to a schema, such as #/components/schemas/NAME'
  reference.wrong(what, advice, 'unresolved-reference')
  return undefined
}

/** True for a whole OpenAPI document, for its parts that contain schemas by name, and for components of other kinds. */
function isSchemaContainer(target: Cursor): boolean {
  const { source, pointer } = target
  if (!isOpenApi(source)) return false
  if (/^#(\/(components|definitions|paths)|\/components\/\w+)?$/.test(pointer)) return true
  const isOther = /^#\/components\/(?!schemas\/)\w+\/[^/]+$/.test(pointer)
  return isOther && !hasSchemaKeywords(target)
}

function isOpenApi({ value }: Source): boolean {
  return isObject(value) && ('openapi' in value || 'swagger' in value)
}

const SCHEMA_POINTER =
  /^#\/(components\/schemas|definitions)\/.|\/(schema|itemSchema|items)(\/|$)|\/x-/

/** True for a target that may be a schema: in an OpenAPI document it is where schemas are. */
export function isSchema({ source, pointer, value }: Cursor): boolean {
  if (isOpenApi(source)) return SCHEMA_POINTER.test(pointer)
  return typeof value === 'boolean' || isObject(value)
}

/** The `$ref` of a schema without other keywords. */
export function onlyReference(cursor: Cursor): Cursor | undefined {
  const reference = cursor.get('$ref')
  const isOnly = Object.keys(Object(cursor.value)).length === 1
  return isOnly && typeof reference?.value === 'string' ? reference : undefined
}

/**
 * What a reference leads to in the end, if what it names only refers to something else; at most as far as the document
 * `home`. `undefined` if that is a circle, or nothing is there.
 */
export function lastTarget(reference: Cursor, home?: Source): Cursor | undefined {
  const passed = new Set<string>()
  let target = targetOf(reference)
  while (target !== undefined && !passed.has(target.fullPointer)) {
    const next = target.source === home ? undefined : onlyReference(target)
    if (next === undefined) return target
    passed.add(target.fullPointer)
    target = targetOf(next)
  }
  return undefined
}

/** Name of a schema that is no component: the end of its pointer, or the name of its file. */
export function locationName({ pointer, source }: Cursor): string {
  const path = segments(pointer) as string[]
  if (path.length === 0) return source.name.replace(/^.*[\\/]/, '').replace(/\.\w+$/, '')
  const isComponent = path.length === 2 || (path.length === 3 && path[0] === 'components')
  return isComponent ? (path.at(-1) as string) : path.slice(-2).join('-')
}

/** What operations share: a component, the part of another file, or the whole of one. */
const SHARED = /#\/(components\/)?(responses|requestBodies)\/[^/]+$|^[^#]+#(\/[^/]+)?$/

/** Name of an inline schema: that of its component, which operations may share, or `own`. */
export function bodyName(body: Cursor, own: string): string {
  return SHARED.test(body.fullPointer) ? `${pascalCase(locationName(body))}Body` : own
}
