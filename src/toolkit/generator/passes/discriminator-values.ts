import { lookupIn, type SchemaLookup } from '../../openapi/schema/conjuncts.js'
import { hasInside, mapSchema } from '../../openapi/schema/map.js'
import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
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
  const lookup = lookupIn(model.schemas)
  const schemas = model.schemas.map((named) => {
    const { schema } = named
    return discriminates(schema) ? { ...named, schema: withValues(schema, lookup) } : named
  })
  return { ...model, schemas }
}

function discriminates(schema: Schema): schema is SchemaObject {
  return hasInside(schema, ({ discriminator, anyOf, oneOf }) => {
    return discriminator !== undefined && (anyOf ?? oneOf) !== undefined
  })
}

function withValues(schema: Schema, lookup: SchemaLookup): Schema {
  if (!discriminates(schema)) return schema
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
