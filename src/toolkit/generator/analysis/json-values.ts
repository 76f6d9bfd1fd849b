import { type JsonType, jsonTypeNamed, jsonTypeOf } from '../../openapi/json.js'
import {
  isInt64Schema,
  type Schema,
  type SchemaObject,
  valueListsOf,
} from '../../openapi/schema/schema.js'
import { onceFor } from '../shared/collections.js'
import { compositionOf, type SchemaContext, schemaNamed } from './composition.js'

export type JsonTypes = ReadonlySet<JsonType>

const TYPES: readonly JsonType[] = ['null', 'boolean', 'number', 'string', 'array', 'object']
export const ALL_TYPES: JsonTypes = new Set(TYPES)
const NO_TYPES: JsonTypes = new Set()

export function jsonTypesOf(schema: Schema, context: SchemaContext): JsonTypes {
  const { own, refs, alternatives, never } = compositionOf(schema)
  if (never) return NO_TYPES
  return [
    ...own.map(ownJsonTypes),
    ...refs.map((name) => namedJsonTypes(name, context)),
    ...alternatives.map(({ branches }) => {
      return new Set(branches.flatMap((each) => [...jsonTypesOf(each, context)]))
    }),
  ].reduce(commonJsonTypes, ALL_TYPES)
}

export function namedJsonTypes(name: string, context: SchemaContext): JsonTypes {
  const compute = () => jsonTypesOf(schemaNamed(name, context), context)
  return onceFor(context.jsonTypes, name, ALL_TYPES, compute)
}

export function commonJsonTypes(a: JsonTypes, b: JsonTypes): JsonTypes {
  if (a === ALL_TYPES || a === b) return b
  return b === ALL_TYPES ? a : new Set([...a].filter((type) => b.has(type)))
}

/**
 * Types of a schema without references and combinations. A schema without `type` that has keywords of
 * members or of items is an object or an array: JSON Schema accepts other values too, and no author
 * means that. Other keywords imply no type: a value that is typed `string` and is none would surprise.
 */
export function ownJsonTypes(schema: SchemaObject): JsonTypes {
  const { type, items, prefixItems } = schema
  if (typeof type === 'string') return new Set([jsonTypeNamed(type)])
  if (type !== undefined) return new Set(type.map(jsonTypeNamed))
  if (schema.enum !== undefined) return new Set(schema.enum.map(jsonTypeOf))
  if ('const' in schema) return new Set([jsonTypeOf(schema.const)])
  if (describesMembers(schema)) return new Set(['object'])
  return items !== undefined || prefixItems !== undefined ? new Set(['array']) : ALL_TYPES
}

function describesMembers(schema: SchemaObject): boolean {
  const { properties, patternProperties, required } = schema
  const { additionalProperties, unevaluatedProperties } = schema
  return (
    (properties ?? patternProperties ?? required) !== undefined ||
    typeof (additionalProperties ?? unevaluatedProperties) === 'object'
  )
}

/** The values that a schema without combinations lists; `undefined` if it lists none. */
export function ownListedValues(schema: SchemaObject): readonly unknown[] | undefined {
  const [first, constant] = valueListsOf(schema)
  if (first === undefined) return undefined
  const isCommon = (value: unknown) => typeof value === 'object' || constant?.includes(value)
  const values = constant === undefined ? first : first.filter(isCommon)
  const types = ownJsonTypes({ ...schema, enum: values })
  return values.filter((value) => types.has(jsonTypeOf(value)))
}

/** The values that a schema lists, itself or by its references. */
export function listedValues(
  schema: Schema,
  context: SchemaContext,
): readonly unknown[] | undefined {
  const { own, refs } = compositionOf(schema)
  const [first, ...others] = [
    ...own.map(ownListedValues),
    ...refs.map((name) => listedValues(schemaNamed(name, context), context)),
  ].filter((values) => values !== undefined)
  return first?.filter((value) => others.every((values) => values.includes(value)))
}

/** A schema of some values of another schema; int64s stay int64s. */
export function valuesAs(
  values: readonly unknown[],
  schema: Schema | undefined,
  context: SchemaContext,
): SchemaObject {
  const isNumeric = values.every((value) => typeof value === 'number')
  // All values of a member without a schema are strings.
  const isBig = isNumeric && allowsInt64(schema as Schema, context)
  return { enum: values, ...(isBig && { type: 'integer', format: 'int64' }) }
}

function allowsInt64(schema: Schema, context: SchemaContext): boolean {
  const { own, refs } = compositionOf(schema)
  return (
    own.some(isInt64Schema) || refs.some((name) => allowsInt64(schemaNamed(name, context), context))
  )
}
