import type { Cursor } from '../document/cursor.js'

/** True if a schema describes bytes (3.0, section 4.7.14.2; 3.1, section 4.8.14.2; 2.0, `file`). */
export function isBinary(schema: Cursor | undefined): boolean {
  const { type, format, contentMediaType, contentEncoding } = Object(schema?.value)
  if (type === 'file') return true
  const isString = type === undefined || [type].flat().includes('string')
  if (!isString) return false
  if (format === 'binary' || contentEncoding === 'binary') return true
  return contentMediaType !== undefined && contentEncoding === undefined
}

/** True if a schema describes a string. */
export function isText(schema: Cursor | undefined): boolean {
  const { type, enum: values } = Object(schema?.value)
  return type === 'string' || (type === undefined && isStrings(values))
}

/** True for an inline schema of a string without assertions. */
export function isAnyText(schema: Cursor | undefined): boolean {
  const { type, ...rest } = Object(schema?.value)
  return type === 'string' && Object.keys(rest).every((keyword) => WORDS.has(keyword))
}
const WORDS = new Set(['title', 'description', 'example', 'examples', 'deprecated'])

/** True if a schema describes other values than strings. */
export function isStructured(schema: Cursor | undefined): boolean {
  if (schema?.value === true) return true
  const { type, properties, items, allOf, anyOf, oneOf, additionalProperties } = Object(
    schema?.value,
  )
  if (type !== undefined) return ![type].flat().includes('string')
  return (properties ?? items ?? allOf ?? anyOf ?? oneOf ?? additionalProperties) !== undefined
}

function isStrings(values: unknown): boolean {
  return Array.isArray(values) && values.every((each) => typeof each === 'string')
}
