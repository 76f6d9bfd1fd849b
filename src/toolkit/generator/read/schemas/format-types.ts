import { keywordsWith } from '../../../openapi/schema/keywords.js'
import { mapSchema } from '../../../openapi/schema/map.js'
import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'

type Types = NonNullable<SchemaObject['type']>

/** Least and greatest values of the integers that are no types of generated code. */
const LIMITS: ReadonlyMap<unknown, readonly [number, number]> = new Map([
  ['int8', [-(2 ** 7), 2 ** 7 - 1]],
  ['int16', [-(2 ** 15), 2 ** 15 - 1]],
  ['uint8', [0, 2 ** 8 - 1]],
  ['uint16', [0, 2 ** 16 - 1]],
  ['uint32', [0, 2 ** 32 - 1]],
])
const INTEGERS = new Set<unknown>(['int32', 'int64', ...LIMITS.keys()])
/** Keywords whose schemas apply to the same value, so that the type beside them is theirs, too. */
const IN_PLACE = new Set([
  ...keywordsWith(({ schemas, about }) => schemas !== undefined && about === undefined),
  'dependentSchemas',
])

/**
 * A schema whose formats stand beside the type that they are of. A format without any type only describes (JSON Schema
 * Validation 2020-12, section 7.2.1); a branch leaves the type to the schema around it; and OpenAPI's format registry
 * has `int32` and `int64` for `number`, too.
 */
export function withFormatTypes(schema: SchemaObject): SchemaObject {
  const { type } = schema
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
  const limits = LIMITS.get(format)
  return limits === undefined ? typed : withLimits(typed, limits)
}

function withLimits(schema: SchemaObject, [least, most]: readonly [number, number]): SchemaObject {
  const limited: Record<string, unknown> = { ...schema }
  const narrow = (keyword: string, exclusive: string, limit: number, isWithin: boolean) => {
    if (isWithin) return
    limited[keyword] = limit
    // In 3.0 it excludes the limit that is replaced; in 3.1 it is a limit of its own.
    if (limited[exclusive] === true) delete limited[exclusive]
  }
  const { minimum = -Infinity, maximum = Infinity } = schema
  narrow('minimum', 'exclusiveMinimum', least, Number(minimum) >= least)
  narrow('maximum', 'exclusiveMaximum', most, Number(maximum) <= most)
  return limited
}

function integersOf(type: Types): Types {
  if (typeof type === 'string') return type === 'number' ? 'integer' : type
  return [...new Set(type.map((each) => (each === 'number' ? 'integer' : each)))]
}
