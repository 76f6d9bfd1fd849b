import { append } from '../json-pointer.js'
import { KEYWORDS } from './keywords.js'
import type { Schema, SchemaObject } from './schema.js'

export function subschemas(schema: SchemaObject): Schema[] {
  const found: Schema[] = []
  for (const keyword in schema) {
    const value = schema[keyword]
    const schemas = KEYWORDS.get(keyword)?.schemas
    if (schemas === 'one') found.push(value as Schema)
    else if (schemas !== undefined) found.push(...Object.values(value as Record<string, Schema>))
  }
  return found
}

/** True for a schema, or one inside of it at any depth, of which a condition holds. */
export function hasInside(schema: Schema, holds: (schema: SchemaObject) => boolean): boolean {
  if (typeof schema === 'boolean') return false
  return holds(schema) || subschemas(schema).some((each) => hasInside(each, holds))
}

/** A schema inside another one, with its keyword and its JSON pointer there. */
export type Subschema = readonly [keyword: string, schema: Schema, pointer: string]

export function subschemasWithPointers(schema: SchemaObject): Subschema[] {
  return Object.entries(schema).flatMap(([keyword, value]): Subschema[] => {
    const schemas = KEYWORDS.get(keyword)?.schemas
    if (schemas === undefined) return []
    if (schemas === 'one') return [[keyword, value as Schema, append('', keyword)]]
    return Object.entries(value as Record<string, Schema>).map(([key, child]) => [
      keyword,
      child,
      append('', keyword, key),
    ])
  })
}

/** Makes another schema of a schema; `keyword` holds it, under `name`, or its index, where there are several. */
export type SchemaChange = (child: Schema, keyword: string, name?: string) => Schema

/** The schema with each schema directly inside changed; the same object if nothing changes. */
export function mapSchema(schema: SchemaObject, change: SchemaChange): SchemaObject {
  let copy: Record<string, unknown> | undefined
  for (const keyword in schema) {
    const value = schema[keyword]
    const changed = mapKeyword(keyword, value, change)
    if (changed === value) continue
    copy ??= { ...schema }
    copy[keyword] = changed
  }
  return copy ?? schema
}

function mapKeyword(keyword: string, value: unknown, change: SchemaChange): unknown {
  const shape = KEYWORDS.get(keyword)?.schemas
  if (shape === undefined) return value
  if (shape === 'one') return change(value as Schema, keyword)
  if (shape === 'list') {
    const schemas = value as readonly Schema[]
    const changed = schemas.map((each, index) => change(each, keyword, String(index)))
    return changed.every((each, index) => each === schemas[index]) ? value : changed
  }
  const entries = Object.entries(value as Readonly<Record<string, Schema>>)
  const changed = entries.map(([name, each]) => [name, change(each, keyword, name)] as const)
  const isSame = changed.every(([, each], index) => each === entries[index]?.[1])
  return isSame ? value : Object.fromEntries(changed)
}
