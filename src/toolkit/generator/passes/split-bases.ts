import {
  inPlaceReferencesOf,
  parentsOf,
  refToSchema,
  schemaNameIn,
} from '../../openapi/schema/references.js'
import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import { defined } from '../../shared/defined.js'
import { cyclesOf } from '../analysis/graph.js'
import type { Diagnostics } from '../diagnostics/diagnostics.js'
import type { Model, NamedSchema } from '../model/model.js'
import { uniqueNames } from '../shared/names.js'

/**
 * Breaks the reference cycles that have one sensible reading:
 *
 * - `Pet: oneOf [Cat, Dog]` and `Cat: allOf [Pet, ...]`: in `Cat`, `Pet` becomes `PetBase`, the same
 *   without the alternatives.
 * - A schema whose `$ref` or `allOf` leads back to itself: that reference is left out.
 */
export function splitBases(model: Model, report: Diagnostics): Model {
  const cycles = cyclesIn(model.schemas)
  if (cycles.size === 0) return model
  const split = splitSchemas(model.schemas, cycles, report)
  return { ...model, schemas: withoutReturns(split, cyclesIn(split), report) }
}

/** Number of the cycle by the name of the schema. */
type Cycles = ReadonlyMap<string, number>

function cyclesIn(schemas: readonly NamedSchema[]): Cycles {
  return cyclesOf(new Map(schemas.map(({ name, schema }) => [name, inPlaceReferencesOf(schema)])))
}

function splitSchemas(
  schemas: readonly NamedSchema[],
  cycles: Cycles,
  report: Diagnostics,
): NamedSchema[] {
  const unique = uniqueNames(schemas.map(({ name }) => name))
  const parents = new Map(schemas.map(({ name, schema }) => [name, parentsOf(schema)]))
  const bases = new Map<string, string>()
  for (const { name, schema } of schemas) {
    if (!cycles.has(name) || !choosesWithin(schema, sameCycle(name, cycles))) continue
    bases.set(name, unique(`${name}Base`))
  }
  return schemas.flatMap((named) => {
    const { name, schema, origin } = named
    if (!cycles.has(name)) return named
    const isWithin = sameCycle(name, cycles)
    const own = withConjuncts(schema as SchemaObject, (other) =>
      other !== name && isWithin(other) ? (bases.get(other) ?? other) : other,
    )
    const base = bases.get(name)
    if (base === undefined) return { ...named, schema: own }
    const message = `\`${name}\` chooses among schemas that refer back to it; in them it is \`${base}\`, the same without the choice`
    report.warn(origin, message, 'give what they share a schema of its own')
    return [
      { ...named, name: base, schema: withoutAlternatives(own, isWithin) },
      { ...named, schema: areSubtypes(own, name, parents) ? onlyAlternatives(own) : own },
    ]
  })
}

function sameCycle(name: string, cycles: Cycles): IsWithin {
  return (other) => cycles.get(other) === cycles.get(name)
}

/** Leaves out the references by which a schema is itself. */
function withoutReturns(
  schemas: readonly NamedSchema[],
  cycles: Cycles,
  report: Diagnostics,
): readonly NamedSchema[] {
  if (cycles.size === 0) return schemas
  const order = new Map(schemas.map(({ name }, index) => [name, index]))
  return schemas.map((named, index) => {
    const { name, schema, origin } = named
    if (!cycles.has(name)) return named
    let isCut = false
    const isWithin = sameCycle(name, cycles)
    const own = withConjuncts(schema as SchemaObject, (other) => {
      if (!isWithin(other) || (order.get(other) as number) > index) return other
      isCut = true
      return undefined
    })
    if (!isCut) return named
    const message = 'what the schema refers to leads back to it, which says nothing and is left out'
    report.warn(origin, message, 'break the circle of `$ref`s')
    return { ...named, schema: own }
  })
}

/** True for a schema of a certain cycle. */
type IsWithin = (name: string) => boolean

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
  const isEmpty = (part: Schema) => typeof part === 'object' && Object.keys(part).length === 0
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

const ALTERNATIVES = ['anyOf', 'oneOf'] as const

function refersWithin(branch: Schema, isWithin: IsWithin): boolean {
  return (
    typeof branch === 'object' && branch.$ref !== undefined && isWithin(schemaNameIn(branch.$ref))
  )
}

/** True if a schema, or a part or branch of it, is one of several schemas of its cycle. */
function choosesWithin(schema: Schema, isWithin: IsWithin): boolean {
  if (typeof schema === 'boolean') return false
  const { allOf = [], anyOf = [], oneOf = [] } = schema
  if ([...anyOf, ...oneOf].some((branch) => refersWithin(branch, isWithin))) return true
  return [...allOf, ...anyOf, ...oneOf].some((part) => choosesWithin(part, isWithin))
}

function withoutAlternatives(schema: Schema, isWithin: IsWithin): Schema {
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
function areSubtypes(
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

function onlyAlternatives(schema: SchemaObject): SchemaObject {
  const { title, description, deprecated, anyOf, oneOf, discriminator } = schema
  return defined({ title, description, deprecated, anyOf, oneOf, discriminator })
}
