import { isObject } from '../../../openapi/json.js'
import type { Cursor } from './cursor.js'
import type { ObjectKind } from './fixed-fields.js'

const KEYWORDS = ['type', 'properties', 'allOf', 'anyOf', 'oneOf', 'items']

/** True for an object that is a schema, by its keywords. */
export function hasSchemaKeywords({ value }: Cursor): boolean {
  return isObject(value) && KEYWORDS.some((keyword) => keyword in value)
}

/** True if a parameter or header contains the keywords of its schema, as in Swagger 2.0. */
export function isWrittenInto({ value }: Cursor): boolean {
  return (
    isObject(value) &&
    ('type' in value || '$ref' in value) &&
    !('schema' in value || 'content' in value)
  )
}

/** True for an object of OpenAPI 3 whose members are read as keywords of a schema, with a warning. */
export function isReadAsSchema(kind: ObjectKind, at: Cursor): boolean {
  const has = (...members: string[]) => members.some((member) => Object(at.value)[member] != null)
  switch (kind) {
    case 'parameter':
      return isWrittenInto(at) || ['body', 'formData'].includes(Object(at.value).in)
    case 'header':
      return isWrittenInto(at)
    case 'requestBody':
    case 'response':
      return !has('content') && (has('schema') || hasSchemaKeywords(at))
    case 'mediaType':
      return !has('schema', 'itemSchema') && hasSchemaKeywords(at)
    default:
      return false
  }
}
