import { isObject } from '../../../openapi/json.js'
import { conjunctsOf, type SchemaLookup } from '../../../openapi/schema/conjuncts.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import type { Coercion } from '../../model/model.js'
import type { Schemas } from '../schemas/schemas.js'

/**
 * The default of a schema: its own before that of the target of its `$ref`, and of a part of its
 * `allOf`. A null that it refuses is no value.
 */
export function defaultIn(schema: Schema, schemas: Schemas): unknown {
  const { target } = schemas.registry
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

/** A default as handlers receive it: an int64 is a `bigint`. */
export function defaultValue(
  value: unknown,
  coerce: Coercion,
  above: readonly Coercion[] = [],
): unknown {
  const { array, prefix = [], object, rest, scalars, up } = coerce
  if (up !== undefined) {
    return defaultValue(value, above.at(-up) as Coercion, above.slice(0, -up))
  }
  const inside = (each: unknown, type: Coercion) => defaultValue(each, type, [...above, coerce])
  if (Array.isArray(value) && array) {
    return value.map((item, index) => inside(item, prefix[index] ?? array))
  }
  if (isObject(value) && object) {
    const entries = Object.entries(value).map(([name, member]) => {
      const below = Object.hasOwn(object, name) ? object[name] : rest
      return [name, below ? inside(member, below) : member]
    })
    return Object.fromEntries(entries)
  }
  return scalars[0] === 'int64' && Number.isInteger(value) ? BigInt(value as number) : value
}
