import { isObject, jsonTypeOf } from '../../../openapi/json.js'
import type { ScalarType } from '../../../openapi/parameter.js'
import { isInt64Schema, type Schema, type SchemaObject } from '../../../openapi/schema/schema.js'
import type { Coercion } from '../../model/model.js'
import { grouped } from '../../shared/collections.js'
import type { Schemas } from '../schemas/schemas.js'
import { isCommaFree } from './comma-free.js'

/** Types of a text, in order of preference: `1` is a number where one is allowed. */
const ORDER: readonly ScalarType[] = ['int64', 'integer', 'number', 'boolean', 'null', 'string']

/** Maximum depth of a parameter's value; deeper values stay text. */
const MAX_DEPTH = 8
/** Maximum number of schemas that one parameter reads: recursive ones have no end. */
const MAX_SCHEMAS = 500

/** Coercion of a parameter's text by its schema; a schema inside of itself twice stays text. */
export function coercionOf(schema: Schema, schemas: Schemas, most = MAX_SCHEMAS): Coercion {
  let left = most
  const read = (each: Schema, above: readonly Schema[]): Coercion => {
    const resolved = schemas.dereference(each)
    const isAgain = above.filter((other) => other === resolved).length > 1
    const isOver = isAgain || above.length > MAX_DEPTH || left-- <= 0
    const parts = isOver ? [] : partsOf(each, schemas)
    const isFree = (child: Schema) => isCommaFree(child, schemas)
    return combined(parts, { isFree, below: (child) => read(child, [...above, resolved]) })
  }
  return read(schema, [])
}

interface Reading {
  /** Coercion of a schema inside. */
  readonly below: (schema: Schema) => Coercion
  /** True if no string that it accepts has a comma. */
  readonly isFree: (schema: Schema) => boolean
}

function combined(parts: readonly SchemaObject[], reading: Reading): Coercion {
  const { below } = reading
  const types = new Set(parts.flatMap((part) => typesOf(part)))
  const items = parts.flatMap(itemsOf)
  const prefix = parts.find(({ prefixItems }) => prefixItems)?.prefixItems
  const scalars = ORDER.filter((scalar) => types.has(scalar))
  return {
    scalars: types.size === 0 ? ['string'] : scalars,
    ...(types.has('array') && arrayOf(anyOf(items), prefix, reading)),
    ...(types.has('object') && { object: members(parts, below), ...rest(parts, below) }),
  }
}

function arrayOf(
  items: Schema,
  prefix: readonly Schema[] | undefined,
  { below, isFree }: Reading,
): Pick<Coercion, 'array' | 'prefix' | 'commaFree'> {
  const [array, ...first] = [items, ...(prefix ?? [])].map(below) as [Coercion, ...Coercion[]]
  const isText = [array, ...first].some(({ scalars }) => scalars.includes('string'))
  return {
    array,
    ...(prefix && { prefix: first }),
    ...(isText && [items, ...(prefix ?? [])].every(isFree) && { commaFree: true }),
  }
}

function anyOf(schemas: readonly Schema[]): Schema {
  return schemas.length === 1 ? (schemas[0] as Schema) : { anyOf: schemas }
}

/** Schemas of items: of all, of the remaining ones, or of some of any type. */
function itemsOf({ items, unevaluatedItems, contains }: SchemaObject): Schema[] {
  const all = [items, unevaluatedItems].filter((each) => each !== undefined)
  if (all.length > 0 || contains === undefined) return all
  return [contains, { type: 'string' }]
}

/** A schema and all that it is composed of, each once; conditions describe values, too. */
function partsOf(schema: Schema, schemas: Schemas, seen = new Set<Schema>()): SchemaObject[] {
  if (typeof schema === 'boolean' || seen.has(schema)) return []
  seen.add(schema)
  const { $ref, allOf = [], anyOf = [], oneOf = [], dependentSchemas = {} } = schema
  const conditional = [schema.if, schema.then, schema.else, ...Object.values(dependentSchemas)]
  const parts = [
    ...($ref ? [schemas.registry.target($ref)] : []),
    ...allOf,
    ...anyOf,
    ...oneOf,
    ...conditional,
  ]
  return [
    schema,
    ...parts.flatMap((part) => (part === undefined ? [] : partsOf(part, schemas, seen))),
  ]
}

function typesOf(schema: SchemaObject): string[] {
  const { type, enum: values = [], const: value, properties, items, prefixItems } = schema
  if (type !== undefined) {
    return [type]
      .flat()
      .map((each) => (each === 'integer' && isInt64Schema(schema) ? 'int64' : each))
  }
  const listed = [...values, ...(value === undefined ? [] : [value])].map(jsonTypeOf)
  const isArray =
    (items ?? prefixItems) !== undefined ||
    [schema.unevaluatedItems, schema.contains].some(isDescribed)
  const isObject = [properties, schema.patternProperties, ...othersIn(schema)].some(isDescribed)
  return [...listed, ...(isObject ? ['object'] : []), ...(isArray ? ['array'] : [])]
}

/** Schemas of members without a name. */
function othersIn({ additionalProperties, unevaluatedProperties }: SchemaObject): Schema[] {
  return [additionalProperties, unevaluatedProperties].filter((each) => each !== undefined)
}

/** True for a schema that says something of the items or members, or a group of them. */
function isDescribed(schemas: unknown): boolean {
  return typeof schemas === 'object'
}

function members(
  parts: readonly SchemaObject[],
  below: (schema: Schema) => Coercion,
): Record<string, Coercion> {
  const found = grouped(parts.flatMap(({ properties = {} }) => Object.entries(properties)))
  return Object.fromEntries([...found].map(([name, each]) => [name, below(anyOf(each))]))
}

/** Coercion of other members, if the schema describes them or names no members. */
function rest(
  parts: readonly SchemaObject[],
  below: (schema: Schema) => Coercion,
): Pick<Coercion, 'rest'> {
  const isFree = parts.every(({ properties }) => properties === undefined)
  const schemas = parts.flatMap((part): Schema[] => [
    ...Object.values(part.patternProperties ?? {}),
    ...othersIn(part),
  ])
  const open = schemas.filter((schema) => schema !== false)
  if (open.length > 0) return { rest: below(anyOf(open)) }
  return isFree && schemas.length === 0 ? { rest: below(true) } : {}
}

/** A default as handlers receive it: an int64 is a `bigint`. */
export function defaultValue(value: unknown, coerce: Coercion): unknown {
  const { array, prefix = [], object, rest, scalars } = coerce
  if (Array.isArray(value) && array) {
    return value.map((item, index) => defaultValue(item, prefix[index] ?? array))
  }
  if (isObject(value) && object) {
    const entries = Object.entries(value).map(([name, member]) => {
      const below = Object.hasOwn(object, name) ? object[name] : rest
      return [name, below ? defaultValue(member, below) : member]
    })
    return Object.fromEntries(entries)
  }
  return scalars[0] === 'int64' && Number.isInteger(value) ? BigInt(value as number) : value
}
