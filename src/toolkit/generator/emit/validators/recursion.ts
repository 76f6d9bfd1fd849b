import { subschemas } from '../../../openapi/schema/map.js'
import { referencesOf } from '../../../openapi/schema/references.js'
import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import { cyclesOf } from '../../analysis/graph.js'
import type { NamedSchema } from '../../model/model.js'

/** Keywords by which several schemas can hold for one value. */
const SEVERAL = [
  'allOf',
  'anyOf',
  'contains',
  'dependentSchemas',
  'if',
  'not',
  'oneOf',
  'patternProperties',
  'unevaluatedItems',
  'unevaluatedProperties',
]

/**
 * The names of schemas that meet themselves where several schemas hold for one value: each could ask
 * for the same verdict again, and again below it.
 */
export function repeatedSchemas(schemas: readonly NamedSchema[]): ReadonlySet<string> {
  const references = new Map(schemas.map(({ name, schema }) => [name, referencesOf(schema)]))
  const circles = cyclesOf(references)
  const repeated = schemas.filter(({ name, schema }) => circles.has(name) && hasSeveral(schema))
  return new Set(repeated.map(({ name }) => name))
}

function hasSeveral(schema: Schema): boolean {
  if (typeof schema === 'boolean') return false
  const beside = schema.$ref !== undefined && subschemas(schema).length > 0
  return (
    beside || SEVERAL.some((keyword) => keyword in schema) || subschemas(schema).some(hasSeveral)
  )
}

/** How much a schema says, itself and inside: what says little is written where it is used. */
export function weight(schema: Schema): number {
  if (typeof schema === 'boolean') return 1
  const known = weights.get(schema)
  if (known !== undefined) return known
  const own = Object.keys(schema).length
  const inside = subschemas(schema)
  // Most hold none, and are known as quickly as they are found again.
  if (inside.length === 0) return own
  const sum = inside.reduce((sum, each) => sum + weight(each), own)
  weights.set(schema, sum)
  return sum
}
const weights = new WeakMap<SchemaObject, number>()
