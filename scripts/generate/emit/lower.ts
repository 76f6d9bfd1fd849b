import { FORMATS, SCHEMA, SCHEMA_MAP, SCHEMAS } from '../model/keywords.js'
import type { Schema, SchemaObject } from '../model/model.js'

/**
 * Our keyword for `type`, where a number can stand: it knows `int64`, and that an integer may be a
 * `bigint`. A `bigint` comes to no other place than an int64's, so it can be accepted everywhere.
 */
export const JSON_TYPE = 'jsonType'
/** Our keyword for `enum` and `const` with numbers: compares them by value, `bigint` or not. */
export const VALUES = 'values'

const ANNOTATIONS = ['title', 'description', 'deprecated', 'format', 'readOnly', 'writeOnly']
const LIMITS = ['exclusiveMaximum', 'exclusiveMinimum', 'maximum', 'minimum', 'multipleOf']
const INT32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }

/** A schema as Ajv compiles it: numbers exact, formats that are not checked left out. */
export function lower(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema
  const types = [schema.type].flat().filter((type) => type !== undefined)
  const lowered: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (!ANNOTATIONS.includes(keyword)) Object.assign(lowered, lowerKeyword(keyword, value, schema))
  }
  const { format } = schema
  if (format === 'int32' && types.includes('integer')) return { allOf: [lowered, INT32] }
  const isChecked = FORMATS.has(String(format)) && types.includes('string')
  return isChecked ? { ...lowered, format: format as string } : lowered
}

function lowerKeyword(keyword: string, value: unknown, schema: SchemaObject): object {
  if (SCHEMA.has(keyword)) return { [keyword]: lower(value as Schema) }
  if (SCHEMAS.has(keyword)) return { [keyword]: (value as Schema[]).map(lower) }
  if (SCHEMA_MAP.has(keyword)) {
    const entries = Object.entries(value as Record<string, Schema>)
    return { [keyword]: Object.fromEntries(entries.map(([name, each]) => [name, lower(each)])) }
  }
  if (keyword === 'type') return lowerType([value as string | string[]].flat(), schema.format)
  if (keyword === 'enum') return lowerValues(keyword, value, value as unknown[])
  if (keyword === 'const') return lowerValues(keyword, value, [value])
  return { [keyword]: LIMITS.includes(keyword) ? storable(value) : value }
}

function lowerType(types: readonly string[], format: unknown): object {
  if (!types.includes('integer') && !types.includes('number')) return { type: types }
  const integer = format === 'int64' ? 'int64' : 'integer'
  return { [JSON_TYPE]: types.map((type) => (type === 'integer' ? integer : type)) }
}

/** What holds objects or arrays is compared as a whole, by Ajv. */
function lowerValues(keyword: string, value: unknown, allowed: readonly unknown[]): object {
  const isNumber = (each: unknown) => typeof each === 'number' || typeof each === 'bigint'
  const isNested = (each: unknown) => typeof each === 'object' && each !== null
  if (!allowed.some(isNumber) || allowed.some(isNested)) return { [keyword]: value }
  return { [VALUES]: allowed.map(storable) }
}

/** Ajv keeps schemas as JSON, which has no bigint: `{ bigint: '9223372036854775807' }`. */
function storable(value: unknown): unknown {
  return typeof value === 'bigint' ? { bigint: String(value) } : value
}

/** Reads what {@link lower} stored. */
export function stored(value: unknown): unknown {
  const { bigint } = (typeof value === 'object' && value !== null ? value : {}) as {
    bigint?: string
  }
  return bigint === undefined ? value : BigInt(bigint)
}
