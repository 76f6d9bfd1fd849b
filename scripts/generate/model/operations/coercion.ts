import type { Coercion, Scalar, Schema, SchemaObject } from '../model.js'
import { isInt64 } from '../schemas/int64.js'
import type { Schemas } from '../schemas/schemas.js'

/** Text is tried as each of these in turn: what can be a number is one where one is allowed. */
const ORDER: readonly Scalar[] = ['int64', 'integer', 'number', 'boolean', 'null', 'string']

/** How deep the values of a parameter may nest; what is deeper stays text. */
const MAX_DEPTH = 8

/** What a parameter's text may become, by its schema. */
export function coercionOf(schema: Schema, schemas: Schemas, depth = 0): Coercion {
  const parts = depth > MAX_DEPTH ? [] : partsOf(schema, schemas)
  const types = new Set(parts.flatMap((part) => typesOf(part)))
  const items = parts.flatMap((part): Schema[] => (part.items === undefined ? [] : [part.items]))
  const below = (child: Schema) => coercionOf(child, schemas, depth + 1)
  const scalars = ORDER.filter((scalar) => types.has(scalar))
  const nothing = types.size === 0
  return {
    scalars: nothing ? ['string'] : scalars,
    ...(types.has('array') && {
      array: below(items.length === 1 ? (items[0] as Schema) : { anyOf: items }),
    }),
    ...(types.has('object') && { object: members(parts, below) }),
  }
}

/** A schema and all that it is combined of. */
function partsOf(schema: Schema, schemas: Schemas, hops = 0): SchemaObject[] {
  const resolved = schemas.dereference(schema)
  if (typeof resolved === 'boolean' || hops > MAX_DEPTH) return []
  const { allOf = [], anyOf = [], oneOf = [] } = resolved
  const nested = [...allOf, ...anyOf, ...oneOf].flatMap((part) => partsOf(part, schemas, hops + 1))
  return [resolved, ...nested]
}

function typesOf(schema: SchemaObject): string[] {
  const { type, enum: values = [], const: value, properties, items } = schema
  if (type !== undefined) {
    return [type].flat().map((each) => (each === 'integer' && isInt64(schema) ? 'int64' : each))
  }
  const listed = [...values, ...(value === undefined ? [] : [value])].map(typeOfValue)
  const implied = [...(properties ? ['object'] : []), ...(items === undefined ? [] : ['array'])]
  return [...listed, ...implied]
}

function typeOfValue(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function members(
  parts: readonly SchemaObject[],
  below: (schema: Schema) => Coercion,
): Record<string, Coercion> {
  const entries = parts.flatMap(({ properties = {} }) => Object.entries(properties))
  return Object.fromEntries(entries.map(([name, schema]) => [name, below(schema)]))
}
