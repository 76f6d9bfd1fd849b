import { mapSchema } from '../../../openapi/schema/map.js'
import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'

type Types = NonNullable<SchemaObject['type']>

const INTEGERS = new Set<unknown>(['int32', 'int64'])
/** Keywords whose schemas apply to the same value, so that the type beside them is theirs, too. */
const IN_PLACE = new Set(['allOf', 'anyOf', 'oneOf'])

/**
 * A schema whose integer formats stand beside `type: integer`, where all that validates and converts them looks: the
 * format registry of OpenAPI has them for `number` too, and a branch may leave the type to the schema around it.
 */
export function withIntegerTypes(schema: SchemaObject): SchemaObject {
  const { type, format } = schema
  if (type === undefined) return schema
  const own = INTEGERS.has(format) ? { ...schema, type: integersOf(type) } : schema
  return mapSchema(own, (child, keyword) => (IN_PLACE.has(keyword) ? typed(child, type) : child))
}

/** A schema without a type, with that of the schema around it where a format in it needs one. */
function typed(schema: Schema, type: Types): Schema {
  if (typeof schema === 'boolean' || schema.type !== undefined) return schema
  const own = INTEGERS.has(schema.format) ? { ...schema, type: integersOf(type) } : schema
  return mapSchema(own, (child, keyword) => (IN_PLACE.has(keyword) ? typed(child, type) : child))
}

function integersOf(type: Types): Types {
  if (typeof type === 'string') return type === 'number' ? 'integer' : type
  return [...new Set(type.map((each) => (each === 'number' ? 'integer' : each)))]
}
