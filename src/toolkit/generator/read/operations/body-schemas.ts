import { isObject } from '../../../openapi/json.js'
import type { Cursor } from '../document/cursor.js'

/** What the kind of a body depends on in its schema, before the schema is read. */

/** Whether a schema describes bytes (3.0, section 4.7.14.2; 3.1, section 4.8.14.2; 2.0, `file`). */
export function isBinary(schema: Cursor | undefined): boolean {
  const { type, format, contentMediaType, contentEncoding } = record(schema)
  if (type === 'file') return true
  const isString = type === undefined || [type].flat().includes('string')
  if (!isString) return false
  if (format === 'binary' || contentEncoding === 'binary') return true
  return contentMediaType !== undefined && contentEncoding === undefined
}

/** Whether a schema describes a text. */
export function isText(schema: Cursor | undefined): boolean {
  const { type, enum: values } = record(schema)
  return type === 'string' || (type === undefined && isStrings(values))
}

/** Whether a schema stands inline and says of a text nothing but that it is one. */
export function isAnyText(schema: Cursor | undefined): boolean {
  const { type, ...rest } = record(schema)
  return type === 'string' && Object.keys(rest).every((keyword) => WORDS.has(keyword))
}
const WORDS = new Set(['title', 'description', 'example', 'examples', 'deprecated'])

/** Whether a schema describes more than a text. */
export function isStructured(schema: Cursor | undefined): boolean {
  if (schema?.value === true) return true
  const { type, properties, items, allOf, anyOf, oneOf, additionalProperties } = record(schema)
  if (type !== undefined) return ![type].flat().includes('string')
  return (properties ?? items ?? allOf ?? anyOf ?? oneOf ?? additionalProperties) !== undefined
}

function record(schema: Cursor | undefined): Record<string, unknown> {
  const value = schema?.value
  return isObject(value) ? value : {}
}

function isStrings(values: unknown): boolean {
  return Array.isArray(values) && values.every((each) => typeof each === 'string')
}
