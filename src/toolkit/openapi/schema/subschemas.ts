import { SCHEMA, SCHEMA_MAP, SCHEMAS } from '../../generator/read/schemas/keywords.js'
import { append } from '../fragment.js'
import type { Schema, SchemaObject } from './schema.js'

/** The schemas directly inside a schema. */
export function subschemas(schema: SchemaObject): Schema[] {
  const found: Schema[] = []
  for (const keyword in schema) {
    const value = schema[keyword]
    if (SCHEMA.has(keyword)) found.push(value as Schema)
    else if (SCHEMAS.has(keyword)) found.push(...(value as Schema[]))
    else if (SCHEMA_MAP.has(keyword)) found.push(...Object.values(value as Record<string, Schema>))
  }
  return found
}

/** The same, each with the keyword that it stands below, and the rest of its pointer. */
export function subschemasWithPointers(schema: SchemaObject): Below[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (SCHEMA.has(keyword)) return [[keyword, value as Schema, append('', keyword)]]
    if (!SCHEMAS.has(keyword) && !SCHEMA_MAP.has(keyword)) return []
    return Object.entries(value as Record<string, Schema>).map(
      ([key, child]): Below => [keyword, child, append('', keyword, key)],
    )
  })
}

/** A schema inside another one. */
export type Below = [keyword: string, schema: Schema, pointer: string]
