import { conjunctsOf, type SchemaLookup } from '../../../openapi/schema/conjuncts.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import type { Schemas } from '../schemas/schemas.js'

/**
 * The default of a schema: its own before that of the target of its `$ref`, and of a part of its
 * `allOf`. A null that it refuses is no value.
 */
export function defaultIn(schema: Schema, schemas: Schemas): unknown {
  const target: SchemaLookup = ($ref) => schemas.registry.target($ref)
  const found = conjunctsOf(schema, target).find((each) => Object.hasOwn(each, 'default'))
  const value = found?.default
  return value === null && !mayBeNull(schema, target) ? undefined : value
}

function mayBeNull(schema: Schema, target: SchemaLookup, depth = 0): boolean {
  if (schema === false || depth > MAX_DEPTH) return false
  const some = (branches: readonly Schema[] = [true]) =>
    branches.some((each) => mayBeNull(each, target, depth + 1))
  return conjunctsOf(schema, target).every(({ type, anyOf, oneOf, ...rest }) => {
    const listed = rest.enum ?? ('const' in rest ? [rest.const] : [null])
    const types = [type ?? 'null'].flat()
    return types.includes('null') && listed.includes(null) && some(anyOf) && some(oneOf)
  })
}

const MAX_DEPTH = 8
