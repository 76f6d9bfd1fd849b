import type { SchemaLookup } from '../../openapi/schema/conjuncts.js'
import { mapSchema, subschemas } from '../../openapi/schema/map.js'
import { schemaNameIn } from '../../openapi/schema/references.js'
import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import { memoize } from '../../shared/memoize.js'
import { selectedBranch } from '../analysis/selected-branches.js'
import type { Model } from '../model/model.js'

/**
 * Adds to each branch of a strict discriminator's alternatives the values that lead to it. So a value that
 * leads nowhere is refused, a validator tries one branch and not all, and a handler gets what its type
 * says.
 */
export function discriminatorValues(model: Model): Model {
  if (model.discriminator === 'lenient') return model
  if (!model.schemas.some(({ schema }) => discriminates(schema))) return model
  const byName = new Map(model.schemas.map(({ name, schema }) => [name, schema]))
  const lookup: SchemaLookup = ($ref) => byName.get(schemaNameIn($ref))
  const schemas = model.schemas.map((named) => {
    const { schema } = named
    return discriminates(schema) ? { ...named, schema: withValues(schema, lookup) } : named
  })
  return { ...model, schemas }
}

function discriminates(schema: Schema): schema is SchemaObject {
  return typeof schema === 'object' && containsDiscriminator(schema)
}

/** Memoized for named schemas only: subschemas are very many. */
const containsDiscriminator = memoize(findDiscriminator)

function findDiscriminator(schema: SchemaObject): boolean {
  const { discriminator, anyOf, oneOf } = schema
  if (discriminator !== undefined && (anyOf ?? oneOf) !== undefined) return true
  return subschemas(schema).some((each) => typeof each === 'object' && findDiscriminator(each))
}

function withValues(schema: Schema, lookup: SchemaLookup): Schema {
  if (typeof schema === 'boolean' || !findDiscriminator(schema)) return schema
  return mapSchema(schema, (child, keyword) => {
    const inside = withValues(child, lookup)
    const isBranch = keyword === 'anyOf' || keyword === 'oneOf'
    return isBranch ? branchWithValues(inside, schema, lookup) : inside
  })
}

/** A branch with the values that lead to it, unless it allows values of its own and none of these. */
function branchWithValues(
  branch: Schema,
  { discriminator, anyOf = [], oneOf = [] }: SchemaObject,
  lookup: SchemaLookup,
): Schema {
  if (discriminator === undefined) return branch
  return selectedBranch(branch, discriminator, lookup, [...anyOf, ...oneOf]) ?? branch
}
