import { isObject } from '../../../openapi/json.js'
import type { Cursor } from '../document/cursor.js'
import { targetOf } from '../document/references.js'

/** The schema that a reference names; `undefined` where it names none, which is told. */
export function schemaTargetOf(reference: Cursor): Cursor | undefined {
  const { report } = reference
  const uri = String(reference.value)
  const target = targetOf(reference)
  if (target === undefined) {
    if (report.has(reference)) return undefined
    const message = `nothing is at ${uri}: any value is accepted here`
    report.warn(reference, message, 'correct the reference or add what it names')
    return undefined
  }
  if (!isFrame(target)) return target
  const what = uri === '' ? 'the reference is empty' : `${uri} is no schema`
  const message = `${what}: any value is accepted here`
  report.warn(reference, message, 'refer to a schema, such as #/components/schemas/NAME')
  return undefined
}

/** Whether this is a whole OpenAPI document, or one of the parts that hold schemas by name. */
function isFrame({ source, pointer }: Cursor): boolean {
  if (!/^#(\/(components|definitions|paths)|\/components\/\w+)?$/.test(pointer)) return false
  return isObject(source.value) && ('openapi' in source.value || 'swagger' in source.value)
}
