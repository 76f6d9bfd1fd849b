import { isInt64 } from '../model/int64.js'
import { FORMATS, SCHEMA, SCHEMA_MAP, SCHEMAS } from '../model/keywords.js'
import type { Schema, SchemaObject } from '../model/model.js'

/** Our keyword for an int64; its value holds the numeric keywords that stood beside it. */
export const INT64 = 'int64'
const NUMERIC = [
  'const',
  'enum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'maximum',
  'minimum',
  'multipleOf',
] as const
const ANNOTATIONS = ['title', 'description', 'deprecated', 'example', 'examples']

/** A schema as Ajv compiles it: int64 and int32 exact, formats that we do not check left out. */
export function lower(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema
  const lowered: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (!ANNOTATIONS.includes(keyword)) lowered[keyword] = lowerKeyword(keyword, value)
  }
  if (isInt64(schema)) return lowerInt64(lowered)
  if (schema.format === 'int32' && [schema.type].flat().includes('integer')) {
    return { allOf: [withoutFormat(lowered), { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }] }
  }
  const checked = FORMATS.has(String(schema.format)) && [schema.type].flat().includes('string')
  return checked || schema.format === undefined ? lowered : withoutFormat(lowered)
}

function lowerKeyword(keyword: string, value: unknown): unknown {
  if (SCHEMA.has(keyword)) return lower(value as Schema)
  if (SCHEMAS.has(keyword)) return (value as Schema[]).map(lower)
  if (SCHEMA_MAP.has(keyword)) {
    const entries = Object.entries(value as Record<string, Schema>)
    return Object.fromEntries(entries.map(([name, schema]) => [name, lower(schema)]))
  }
  return value
}

function withoutFormat({ format: _, ...rest }: SchemaObject): SchemaObject {
  return rest
}

/** `type: integer` becomes our keyword; what else the type allows is the other branch. */
function lowerInt64({ type, format: _, ...rest }: SchemaObject): SchemaObject {
  const isNumeric = (keyword: string) => (NUMERIC as readonly string[]).includes(keyword)
  const entries = Object.entries(rest)
  const limits = entries.filter(([keyword]) => isNumeric(keyword))
  const int64 = {
    ...Object.fromEntries(entries.filter(([keyword]) => !isNumeric(keyword))),
    [INT64]: Object.fromEntries(limits.map(([keyword, limit]) => [keyword, storable(limit)])),
  }
  const others = [type].flat().filter((name) => name !== undefined && name !== 'integer')
  return others.length === 0 ? int64 : { anyOf: [int64, { ...rest, type: others as string[] }] }
}

/** Ajv keeps schemas as JSON, which has no bigint: `{ bigint: '9223372036854775807' }`. */
function storable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(storable)
  return typeof value === 'bigint' ? { bigint: String(value) } : value
}

/** Reads what {@link lower} stored of a numeric limit; `undefined` for what is no number. */
export function stored(value: unknown): number | bigint | undefined {
  if (typeof value === 'number') return value
  const { bigint } = (value ?? {}) as { bigint?: unknown }
  return typeof bigint === 'string' ? BigInt(bigint) : undefined
}
