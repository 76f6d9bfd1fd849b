import { keywordsWith } from '../../../openapi/schema/keywords.js'
import { mapSchema } from '../../../openapi/schema/map.js'
import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import { SMALL_INTEGERS } from '../../../validation/assertions.js'

export type Types = NonNullable<SchemaObject['type']>

const INTEGERS = new Set<unknown>(['int32', 'int64', ...SMALL_INTEGERS.keys()])
/** Keywords whose schemas apply to the same value, so that the type beside them is theirs, too. */
export const IN_PLACE: ReadonlySet<string> = new Set([
  ...keywordsWith(({ schemas, about }) => schemas !== undefined && about === undefined),
  'dependentSchemas',
])

/**
 * A schema whose formats stand beside the type that they are of. A format without any type only describes (JSON Schema
 * Validation 2020-12, section 7.2.1); a branch leaves the type to the schema around it; and OpenAPI's format registry
 * has `int32` and `int64` for `number`, too.
 */
export function withFormatTypes(schema: SchemaObject, around?: Types): SchemaObject {
  const { type = around } = schema
  if (type === undefined) return schema
  return mapSchema(withType(schema, type), (child, keyword) =>
    IN_PLACE.has(keyword) ? withTypeAround(child, type) : child,
  )
}

function withTypeAround(schema: Schema, type: Types): Schema {
  if (typeof schema === 'boolean' || schema.type !== undefined) return schema
  return mapSchema(withType(schema, type), (child, keyword) =>
    IN_PLACE.has(keyword) ? withTypeAround(child, type) : child,
  )
}

function withType(schema: SchemaObject, type: Types): SchemaObject {
  const { format } = schema
  if (format === undefined) return schema
  const typed = { ...schema, type: INTEGERS.has(format) ? integersOf(type) : type }
  const limits = SMALL_INTEGERS.get(format)
  return limits === undefined ? typed : { ...typed, allOf: [...(schema.allOf ?? []), limits] }
}

function integersOf(type: Types): Types {
  if (typeof type === 'string') return type === 'number' ? 'integer' : type
  return [...new Set(type.map((each) => (each === 'number' ? 'integer' : each)))]
}
