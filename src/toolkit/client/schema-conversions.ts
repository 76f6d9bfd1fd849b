import { subschemas } from '../openapi/schema/map.js'
import {
  isInt64Schema,
  nameIn,
  type Schema,
  type SchemaObject,
  type SchemaWithId,
} from '../openapi/schema/schema.js'
import type { Conversions } from '../validation/conversions/conversions.js'
import { violationsOf } from '../validation/explain/explain.js'

type SchemasByName = ReadonlyMap<string, SchemaWithId>
type ConditionalConversions = NonNullable<Conversions['any']>[number]

/**
 * Where named schemas have int64s, read from the schemas when it is asked for; `undefined` if there is none. The
 * runtime has this compiled for requests.
 */
export function schemaConversions(
  schemas: SchemasByName,
): (name: string) => Conversions | undefined {
  const known = new Map<string, Conversions>()
  const named = (name: string): Conversions => {
    const schema = schemas.get(name)
    const found = known.get(name) ?? (schema ? conversionsOf(schema, named, schemas) : {})
    known.set(name, found)
    return found
  }
  return (name) => (hasInt64(name, schemas) ? named(name) : undefined)
}

function conversionsOf(
  schema: Schema,
  named: (name: string) => Conversions,
  schemas: SchemasByName,
): Conversions {
  if (typeof schema === 'boolean') return {}
  const { $ref, properties = {}, patternProperties = {}, prefixItems, items, allOf } = schema
  const inside = (each: Schema) => conversionsOf(each, named, schemas)
  const rest = schema.additionalProperties ?? schema.unevaluatedProperties
  const others = items ?? (schema.unevaluatedItems as Schema | undefined)
  return {
    ...(isInt64Schema(schema) && { int64: true }),
    ...($ref !== undefined && { ref: () => named(nameIn($ref)) }),
    members: mapped(properties, inside),
    patterns: Object.entries(patternProperties).map(([source, each]) => {
      return [new RegExp(source, 'u'), inside(each)] as const
    }),
    ...(rest !== undefined && { rest: inside(rest as Schema) }),
    ...(prefixItems !== undefined && { prefix: prefixItems.map(inside) }),
    ...(others !== undefined && { items: inside(others) }),
    all: (allOf ?? []).map(inside),
    any: alternativesOf(schema).map(([when, each]): ConditionalConversions => {
      return [(value) => accepts(when, value, schemas), inside(each)]
    }),
  }
}

function mapped(members: Readonly<Record<string, Schema>>, change: (each: Schema) => Conversions) {
  return Object.fromEntries(Object.entries(members).map(([name, each]) => [name, change(each)]))
}

/** Subschemas that hold for some values only, with the schema of these. */
function alternativesOf(schema: SchemaObject): (readonly [when: Schema, schema: Schema])[] {
  const { anyOf = [], oneOf = [] } = schema
  const { if: test, then, else: other } = schema as Readonly<Record<string, Schema | undefined>>
  const dependent = Object.entries((schema.dependentSchemas ?? {}) as Record<string, Schema>)
  return [
    ...[...anyOf, ...oneOf].map((each) => [each, each] as const),
    ...(test === undefined ? [] : [[test, test] as const]),
    ...(test === undefined || then === undefined ? [] : [[test, then] as const]),
    ...(test === undefined || other === undefined ? [] : [[{ not: test }, other] as const]),
    ...dependent.map(([name, each]) => [{ type: 'object', required: [name] }, each] as const),
  ]
}

const LIMITS = { violations: 1, steps: 100_000 }

function accepts(schema: Schema, value: unknown, schemas: SchemasByName): boolean {
  const target = ($ref: string) => schemas.get(nameIn($ref)) as Schema
  return violationsOf(target, schema, value, LIMITS).length === 0
}

/** True if a value of a named schema may have an int64 somewhere. */
function hasInt64(name: string, schemas: SchemasByName): boolean {
  const found = new Set<Schema | undefined>([schemas.get(name)])
  // A set iterates over members that are added meanwhile.
  for (const schema of found) {
    if (typeof schema !== 'object') continue
    if (isInt64Schema(schema)) return true
    if (schema.$ref !== undefined) found.add(schemas.get(nameIn(schema.$ref)))
    for (const each of subschemas(schema)) found.add(each)
  }
  return false
}
