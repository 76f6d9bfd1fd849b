import { isObject } from '../../openapi/json.js'
import { RESTRICTING_KEYWORDS } from '../../openapi/schema/keywords.js'
import { mapSchema } from '../../openapi/schema/map.js'
import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import { memoize } from '../../shared/memoize.js'

/** A schema as a text: schemas with the same text, whose references have the same meaning, are the same. */
export function schemaText(schema: Schema): string {
  return typeof schema === 'boolean' ? String(schema) : textOf(schema)
}

const textOf = memoize((schema: SchemaObject) => JSON.stringify(bare(schema), inOrder))

/** The keywords that can refuse a value. */
function bare(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema
  const entries = Object.entries(mapSchema(schema, bare))
  return Object.fromEntries(
    entries.filter(([keyword]) => keyword === '$ref' || RESTRICTING_KEYWORDS.has(keyword)),
  )
}

function inOrder(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
