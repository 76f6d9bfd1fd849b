import { setOwn } from '../../../openapi/json.js'
import { KEYWORDS, keywordsWith } from '../../../openapi/schema/keywords.js'
import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'

/**
 * Translates keywords of older drafts of JSON Schema to draft 2020-12. No keyword has another
 * meaning in a later draft, so that all are translated in any dialect.
 */
export function translateOlderDrafts(schema: SchemaObject): SchemaObject {
  if (!OLDER.some((keyword) => keyword in schema)) return schema
  return EXCLUSIVE.reduce(exclusive, dependencies(tuple(dynamicRef(schema))))
}

const EXCLUSIVE = keywordsWith(({ inclusive }) => inclusive !== undefined)
const OLDER = ['$dynamicRef', 'items', 'dependencies', ...EXCLUSIVE]

/** A dynamic reference, already resolved, is a `$ref`. */
function dynamicRef({ $dynamicRef, ...schema }: SchemaObject): SchemaObject {
  if ($dynamicRef === undefined) return schema
  const $ref = $dynamicRef as string
  if (schema.$ref === undefined) return { $ref, ...schema }
  return { ...schema, allOf: [...(schema.allOf ?? []), { $ref }] }
}

/** `items: [A, B], additionalItems: C` (up to 2019-09) as `prefixItems: [A, B], items: C`. */
function tuple({ additionalItems, ...schema }: SchemaObject): SchemaObject {
  if (!Array.isArray(schema.items)) return schema
  const { items, ...rest } = schema
  const others = additionalItems === undefined ? {} : { items: additionalItems as Schema }
  return { ...rest, ...(items.length > 0 && { prefixItems: items }), ...others }
}

/** `dependencies` (up to draft 7) as `dependentRequired` and `dependentSchemas`. */
function dependencies({ dependencies: all, ...schema }: SchemaObject): SchemaObject {
  const required: Record<string, readonly string[]> = {}
  const schemas: Record<string, Schema> = {}
  for (const [name, each] of Object.entries((all ?? {}) as typeof required | typeof schemas)) {
    if (Array.isArray(each)) setOwn(required, name, each)
    else setOwn(schemas, name, each)
  }
  return {
    ...schema,
    ...(Object.keys(required).length > 0 && { dependentRequired: required }),
    ...(Object.keys(schemas).length > 0 && { dependentSchemas: schemas }),
  }
}

/** A flag beside a limit (draft 4) as an exclusive limit. */
function exclusive(schema: SchemaObject, keyword: string): SchemaObject {
  const inclusive = KEYWORDS.get(keyword)?.inclusive as string
  const { [keyword]: isExclusive, [inclusive]: limit, ...rest } = schema
  if (typeof isExclusive !== 'boolean') return schema
  if (limit === undefined) return rest
  return { ...rest, [isExclusive ? keyword : inclusive]: limit }
}
