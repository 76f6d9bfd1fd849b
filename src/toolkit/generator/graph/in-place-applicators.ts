import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import { remembered } from '../shared/memoize.js'

/** Keywords whose schemas hold for the very instance that the schema itself holds for. */
const IN_PLACE = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'] as const

/** The names that a schema refers to without going into a member or an element. */
export function inPlace(schema: Schema): readonly string[] {
  return typeof schema === 'boolean' ? [] : namesIn(schema)
}

const namesIn = remembered((schema: SchemaObject): readonly string[] => find(schema))

function find(schema: Schema | undefined): string[] {
  if (schema === undefined || typeof schema === 'boolean') return []
  const own = schema.$ref === undefined ? [] : [referredBy(schema.$ref)]
  const nested = [
    ...IN_PLACE.flatMap((keyword) => [schema[keyword] as Schema | Schema[]].flat()),
    ...Object.values((schema.dependentSchemas ?? {}) as Record<string, Schema>),
  ]
  return [...own, ...nested.flatMap(find)]
}

/** The name in a `$ref`. */
export function referredBy($ref: string): string {
  return $ref.slice('#/$defs/'.length)
}

/** A schema of which parts that hold in any case (`$ref`, `allOf`) are others, or none. */
export function withParts(
  schema: SchemaObject,
  change: (name: string) => string | undefined,
  isPart = true,
): SchemaObject {
  const { $ref, ...rest } = schema
  const name = $ref === undefined || !isPart ? undefined : change(referredBy($ref))
  const kept = name === undefined ? (isPart ? undefined : $ref) : `#/$defs/${name}`
  const inside = (parts: readonly Schema[], arePart: boolean) =>
    parts.map((part) => (typeof part === 'boolean' ? part : withParts(part, change, arePart)))
  const { allOf, anyOf, oneOf } = rest
  const parts = allOf && inside(allOf, true).filter((part) => !isNothing(part))
  return {
    ...(kept !== undefined && { $ref: kept }),
    ...rest,
    ...(allOf && { allOf: parts }),
    ...(anyOf && { anyOf: inside(anyOf, false) }),
    ...(oneOf && { oneOf: inside(oneOf, false) }),
  }
}

function isNothing(schema: Schema): boolean {
  return typeof schema === 'object' && Object.keys(schema).length === 0
}
