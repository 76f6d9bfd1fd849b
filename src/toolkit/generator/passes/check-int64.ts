import { type Subschema, subschemas, subschemasWithPointers } from '../../openapi/schema/map.js'
import { schemaNameIn } from '../../openapi/schema/references.js'
import { isInt64Schema, type Schema, type SchemaObject } from '../../openapi/schema/schema.js'
import { memoize } from '../../shared/memoize.js'
import type { Diagnostics } from '../diagnostics/diagnostics.js'
import type { Model } from '../model/model.js'

/** Keywords below which the runtime does not convert int64s yet. */
const UNCONVERTED = [
  'contains',
  'dependentSchemas',
  'else',
  'if',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]

/** Reports the int64s that would be rounded. */
export function checkInt64(model: Model, report: Diagnostics): Model {
  const marked = new Set(model.schemas.flatMap(({ name, int64 }) => (int64 ? name : [])))
  for (const { schema, origin, int64 } of model.schemas) {
    if (!int64 || typeof schema === 'boolean') continue
    for (const [keyword, child, pointer] of unconverted(schema)) {
      if (!holdsInt64(child, marked)) continue
      const place = { source: origin.source, pointer: `${origin.pointer}${pointer}` }
      const what = `int64 below \`${keyword}\``
      report.unsupported(place, undefined, what, 'leave `format: int64` out')
    }
  }
  return model
}

const unconverted = memoize(findUnconverted)

function findUnconverted(schema: SchemaObject): Subschema[] {
  return subschemasWithPointers(schema).flatMap((below) => {
    const [keyword, child, pointer] = below
    if (UNCONVERTED.includes(keyword)) return [below]
    const inside = typeof child === 'boolean' ? [] : findUnconverted(child)
    return inside.map(([name, each, rest]): Subschema => [name, each, `${pointer}${rest}`])
  })
}

function holdsInt64(schema: Schema, marked: ReadonlySet<string>): boolean {
  if (typeof schema === 'boolean') return false
  if (isInt64Schema(schema)) return true
  if (schema.$ref && marked.has(schemaNameIn(schema.$ref))) return true
  return subschemas(schema).some((child) => holdsInt64(child, marked))
}
