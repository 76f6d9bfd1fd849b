import { SCHEMA, SCHEMA_MAP, SCHEMAS } from './keywords.js'
import type { NamedSchema, Schema, SchemaObject } from './model.js'

/** A named schema of which it is not known yet whether it holds an int64. */
export type Unmarked = Omit<NamedSchema, 'int64'>

/** Marks the schemas that hold an int64, themselves or through what they refer to. */
export function markInt64(schemas: readonly Unmarked[]): NamedSchema[] {
  const marked = new Set<string>()
  const holds = ({ name, schema }: Unmarked) => !marked.has(name) && holdsInt64(schema, marked)
  for (let found = schemas.filter(holds); found.length > 0; found = schemas.filter(holds)) {
    for (const { name } of found) marked.add(name)
  }
  return schemas.map((schema) => ({ ...schema, int64: marked.has(schema.name) }))
}

/** Whether an int64 is anywhere inside a schema. */
function holdsInt64(schema: Schema, marked: ReadonlySet<string>): boolean {
  if (typeof schema === 'boolean') return false
  if (isInt64(schema)) return true
  if (schema.$ref && marked.has(schema.$ref.slice('#/$defs/'.length))) return true
  return subschemas(schema).some((child) => holdsInt64(child, marked))
}

/** Whether an int64 stands here; on a string the format only describes. */
export function isInt64(schema: SchemaObject): boolean {
  if (schema.format !== 'int64') return false
  return [schema.type].flat().includes('integer')
}

/** The schemas directly inside a schema. */
export function subschemas(schema: SchemaObject): Schema[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (SCHEMA.has(keyword)) return [value as Schema]
    if (SCHEMAS.has(keyword)) return value as Schema[]
    return SCHEMA_MAP.has(keyword) ? Object.values(value as object) : []
  })
}
