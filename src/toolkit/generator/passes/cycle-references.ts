import { refToSchema, schemaNameIn } from '../../openapi/schema/references.js'
import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'

/** True for a schema of a certain cycle. */
export type IsWithin = (name: string) => boolean

/** A schema with other references, or none, in the parts that hold in any case (`$ref`, `allOf`). */
export function withConjuncts(
  schema: SchemaObject,
  change: (name: string) => string | undefined,
  isConjunct = true,
): SchemaObject {
  const { $ref, ...rest } = schema
  const { allOf, anyOf, oneOf } = rest
  const name = $ref === undefined || !isConjunct ? undefined : change(schemaNameIn($ref))
  const changed = name === undefined ? (isConjunct ? undefined : $ref) : refToSchema(name)
  const inside = (parts: readonly Schema[], areConjuncts: boolean) =>
    parts.map((part) =>
      typeof part === 'boolean' ? part : withConjuncts(part, change, areConjuncts),
    )
  return {
    ...(changed !== undefined && { $ref: changed }),
    ...rest,
    ...(allOf && { allOf: inside(allOf, true).filter((part) => !isEmpty(part)) }),
    ...(anyOf && { anyOf: inside(anyOf, false) }),
    ...(oneOf && { oneOf: inside(oneOf, false) }),
  }
}

function isEmpty(schema: Schema): boolean {
  return typeof schema === 'object' && Object.keys(schema).length === 0
}

const ALTERNATIVES = ['anyOf', 'oneOf'] as const

function refersWithin(branch: Schema, isWithin: IsWithin): boolean {
  return (
    typeof branch === 'object' && branch.$ref !== undefined && isWithin(schemaNameIn(branch.$ref))
  )
}

/** True if a schema, or a part or branch of it, is one of several schemas of its cycle. */
export function choosesWithin(schema: Schema, isWithin: IsWithin): boolean {
  if (typeof schema === 'boolean') return false
  const { allOf = [], anyOf = [], oneOf = [] } = schema
  if ([...anyOf, ...oneOf].some((branch) => refersWithin(branch, isWithin))) return true
  return [...allOf, ...anyOf, ...oneOf].some((part) => choosesWithin(part, isWithin))
}

export function withoutAlternatives(schema: Schema, isWithin: IsWithin): Schema {
  if (typeof schema === 'boolean') return schema
  const inside = (part: Schema) => withoutAlternatives(part, isWithin)
  const rest: Record<string, unknown> = { ...schema }
  if (schema.allOf) rest.allOf = schema.allOf.map(inside)
  for (const keyword of ALTERNATIVES) {
    const branches = schema[keyword]
    if (!branches?.some((branch) => refersWithin(branch, isWithin))) {
      if (branches) rest[keyword] = branches.map(inside)
    } else {
      delete rest[keyword]
      delete rest.discriminator
    }
  }
  return rest as SchemaObject
}

/** True if every branch inherits from the schema, and so has all of its keywords. */
export function areSubtypes(
  { anyOf = [], oneOf = [], allOf }: SchemaObject,
  name: string,
  parents: ReadonlyMap<string, readonly string[]>,
): boolean {
  const branches = [...anyOf, ...oneOf]
  const inherits = (branch: Schema) =>
    typeof branch === 'object' &&
    branch.$ref !== undefined &&
    parents.get(schemaNameIn(branch.$ref))?.includes(name)
  return allOf === undefined && branches.length > 0 && branches.every(inherits)
}

export function onlyAlternatives(schema: SchemaObject): SchemaObject {
  const { title, description, deprecated, anyOf, oneOf, discriminator } = schema
  const entries = Object.entries({ title, description, deprecated, anyOf, oneOf, discriminator })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
