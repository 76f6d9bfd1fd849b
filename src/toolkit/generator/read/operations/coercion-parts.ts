import { jsonTypeOf } from '../../../openapi/json.js'
import type { ScalarType } from '../../../openapi/parameter.js'
import { KEYWORDS } from '../../../openapi/schema/keywords.js'
import { isInt64Schema, type Schema, type SchemaObject } from '../../../openapi/schema/schema.js'
import { schemasInPlace } from '../../analysis/composition.js'
import { grouped } from '../../shared/collections.js'
import type { Schemas } from '../schemas/schemas.js'

/** Types of a text, in order of preference: `1` is a number where one is allowed. */
const ORDER: readonly ScalarType[] = ['int64', 'integer', 'number', 'boolean', 'null', 'string']

/** Schemas, and all that they are composed of, each once; conditions describe values, too. */
export function partsOf(described: readonly Schema[], schemas: Schemas): SchemaObject[] {
  const lookup = schemas.registry.target
  const seen = new Set(described.flatMap((each) => schemasInPlace(each, { lookup })))
  // References alone say nothing: a schema that leads back to itself has the same parts again.
  return [...seen].filter((part) => Object.keys(part).some((keyword) => keyword !== '$ref'))
}

/** The types that values of these parts may have. */
export function typesIn(parts: readonly SchemaObject[]): ReadonlySet<string> {
  return new Set(parts.flatMap(typesOf))
}

/**
 * Scalars of these types. Of any, a text is a string, unless the schema refuses strings; a number where only numbers
 * can break a rule.
 */
export function scalarsOf(
  types: ReadonlySet<string>,
  parts: readonly SchemaObject[],
  schemas: Schemas,
): readonly ScalarType[] {
  if (types.size > 0) {
    const found = ORDER.filter((scalar) => types.has(scalar))
    const isNumber = (scalar: ScalarType) => scalar === 'int64' && schemas.int64 === 'number'
    return [...new Set(found.map((scalar) => (isNumber(scalar) ? 'integer' : scalar)))]
  }
  const keywords = parts.flatMap((part) => Object.keys(part))
  if (keywords.some((each) => KEYWORDS.get(each)?.about === 'number')) return ['number']
  const refused = parts.flatMap(({ not }) => (not === undefined ? [] : refusedBy(not, schemas)))
  if (!refused.includes('string')) return ['string']
  const isRefused = (scalar: ScalarType) =>
    refused.includes(scalar) || (scalar === 'integer' && refused.includes('number'))
  return ORDER.filter((scalar) => scalar !== 'int64' && !isRefused(scalar))
}

const TYPE_ONLY = /^(\$ref|type|title|description|anyOf|oneOf|x-.*)$/

/** Types that `not` refuses whatever their values are. */
function refusedBy(not: Schema, schemas: Schemas): string[] {
  const parts = partsOf([not], schemas)
  const isOfTypes = parts.every((part) =>
    Object.keys(part).every((keyword) => TYPE_ONLY.test(keyword)),
  )
  return isOfTypes ? parts.flatMap(({ type = [] }) => type) : []
}

function typesOf(schema: SchemaObject): string[] {
  const { type, enum: values = [], const: value, properties, items, prefixItems } = schema
  if (type !== undefined) {
    return [type]
      .flat()
      .map((each) => (each === 'integer' && isInt64Schema(schema) ? 'int64' : each))
  }
  const listed = [...values, ...(value === undefined ? [] : [value])].map(jsonTypeOf)
  /** A schema that says something of the items or members, or a group of them. */
  const isDescribed = (schemas: unknown) => typeof schemas === 'object'
  const isArray =
    (items ?? prefixItems) !== undefined ||
    [schema.unevaluatedItems, schema.contains].some(isDescribed)
  const members = [properties, schema.patternProperties, schema.propertyNames, ...othersIn(schema)]
  const isObject = members.some(isDescribed)
  return [...listed, ...(isObject ? ['object'] : []), ...(isArray ? ['array'] : [])]
}

/** Schemas of members without a name. */
function othersIn({ additionalProperties, unevaluatedProperties }: SchemaObject): Schema[] {
  return [additionalProperties, unevaluatedProperties].filter((each) => each !== undefined)
}

/** Schemas of the items of lists: of those at each of the first places, and of all others. */
export function itemsIn(parts: readonly SchemaObject[]): {
  readonly first: readonly (readonly Schema[])[]
  readonly items: readonly Schema[]
} {
  const length = Math.max(0, ...parts.map(({ prefixItems = [] }) => prefixItems.length))
  const first = Array.from({ length }, (_, index) =>
    parts.flatMap(({ prefixItems = [], items }): Schema[] =>
      [prefixItems[index] ?? items].filter((each) => each !== undefined),
    ),
  )
  return { first, items: parts.flatMap(itemsOf) }
}

/** Schemas of items: of all, of the remaining ones, or of some of any type. */
function itemsOf({ items, unevaluatedItems, contains }: SchemaObject): Schema[] {
  const all = [items, unevaluatedItems].filter((each) => each !== undefined)
  if (all.length > 0 || contains === undefined) return all
  return [contains, { type: 'string' }]
}

/** Schemas of members by name. */
export function membersIn(parts: readonly SchemaObject[]): ReadonlyMap<string, readonly Schema[]> {
  return grouped(parts.flatMap(({ properties = {} }) => Object.entries(properties)))
}

/** Schemas of other members, if the schema describes them or names no members. */
export function othersOf(parts: readonly SchemaObject[]): readonly Schema[] | undefined {
  const schemas = parts.flatMap((part): Schema[] => [
    ...Object.values(part.patternProperties ?? {}),
    ...othersIn(part),
  ])
  const open = schemas.filter((schema) => schema !== false)
  if (open.length > 0) return open
  const isFree = parts.every(({ properties }) => properties === undefined)
  return isFree && schemas.length === 0 ? [true] : undefined
}
