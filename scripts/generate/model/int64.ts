import type { Diagnostics, Place } from '../diagnostics.js'
import { append } from '../pointer.js'
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
    const isSeveral = SCHEMAS.has(keyword) || SCHEMA_MAP.has(keyword)
    return isSeveral ? Object.values(value as Record<string, Schema>) : []
  })
}

/** The same with the keyword that each stands below, and the rest of its pointer. */
function subschemasWithPointers(
  schema: SchemaObject,
): [keyword: string, schema: Schema, pointer: string][] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (SCHEMA.has(keyword)) return [[keyword, value as Schema, append('', keyword)]]
    if (!SCHEMAS.has(keyword) && !SCHEMA_MAP.has(keyword)) return []
    return Object.entries(value as Record<string, Schema>).map(
      ([key, child]): [string, Schema, string] => [keyword, child, append('', keyword, key)],
    )
  })
}

/** Keywords below which the runtime does not convert int64s yet. */
const WITHOUT_PLACES = [
  'contains',
  'dependentSchemas',
  'else',
  'if',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]

/** Reports the int64s that would be rounded: those below keywords without places. */
export function checkInt64(schemas: readonly NamedSchema[], report: Diagnostics): void {
  const marked = new Set(schemas.filter(({ int64 }) => int64).map(({ name }) => name))
  for (const { schema, origin } of schemas) visit(schema, origin)

  function visit(schema: Schema, place: Place): void {
    if (typeof schema === 'boolean') return
    for (const [keyword, child, pointer] of subschemasWithPointers(schema)) {
      const below = { source: place.source, pointer: `${place.pointer}${pointer}` }
      if (!WITHOUT_PLACES.includes(keyword)) visit(child, below)
      else if (holdsInt64(child, marked)) {
        report.unsupported(
          below,
          undefined,
          `int64 below \`${keyword}\``,
          'leave `format: int64` out',
        )
      }
    }
  }
}
