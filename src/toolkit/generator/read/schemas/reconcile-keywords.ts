import { EXAMPLES, type SchemaObject } from '../../../openapi/schema/schema.js'
import type { Cursor } from '../document/cursor.js'
import { reconcileEnum, roundBigints } from './enum-values.js'
import { reportBeyond, reportLimits } from './limits.js'
import { reportPatterns } from './patterns.js'

/** Makes the keywords of a schema agree, by the only reading that makes sense. */
export function reconcileKeywords(cursor: Cursor, schema: SchemaObject): SchemaObject {
  reportPatterns(cursor, schema)
  reportLimits(cursor, schema)
  reportBeyond(cursor, schema)
  return closed(cursor, reconcileEnum(cursor, roundBigints(cursor, withExamples(cursor, schema))))
}

/** `example` of OpenAPI, and `examples` of JSON Schema. */
function withExamples({ value }: Cursor, schema: SchemaObject): SchemaObject {
  const { example, examples } = Object(value)
  const all = [
    ...(example === undefined ? [] : [example]),
    ...(Array.isArray(examples) ? examples : []),
  ]
  return all.length === 0 ? schema : { ...schema, [EXAMPLES]: all }
}

/**
 * `additionalProperties` does not know the members in `allOf` (JSON Schema Core 2020-12, section
 * 10.3.2.3): if `allOf` names all of them, `false` would allow none.
 */
function closed(cursor: Cursor, schema: SchemaObject): SchemaObject {
  const { additionalProperties, properties = {}, patternProperties, allOf, ...rest } = schema
  const isEmpty = Object.keys(properties).length === 0 && patternProperties === undefined
  if (additionalProperties !== false || !isEmpty || allOf === undefined) return schema
  const message =
    '`additionalProperties: false` beside `allOf` would forbid all members; taken for `unevaluatedProperties`'
  cursor.warn(message, 'write `unevaluatedProperties`, or leave it out')
  return { ...rest, allOf, unevaluatedProperties: false }
}
