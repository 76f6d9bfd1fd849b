import type { SchemaLookup } from '../../../openapi/schema/conjuncts.js'
import { schemaNameIn } from '../../../openapi/schema/references.js'
import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import { Code, code, joined } from '../../print/code.js'
import { key, quote } from '../../print/print.js'
import { GUARDED } from '../validators/helpers.js'
import { patternCode } from '../validators/pattern.js'
import {
  describedMembers,
  describes,
  describesItself,
  NO_MEMBERS,
  requiredNames,
} from './containers.js'
import {
  ANY,
  combinator,
  naming,
  plain,
  runtimeSerializer,
  type SerializerCode,
  together,
} from './serializer-code.js'
import { union } from './union.js'

/** Keys from the named schema to a schema inside. */
export type SchemaPath = readonly (string | number)[]

/** The surroundings of a schema whose serializer is printed. */
export interface SerializerContext {
  readonly target: SchemaLookup
  /** The serializer of a named schema. */
  readonly serializer: (name: string) => Code
  /** The validator of a branch. */
  readonly validator: (schema: Schema, path: SchemaPath) => Code
}

const SCALARS: Readonly<Record<string, Code>> = {
  boolean: runtimeSerializer('boolean'),
  integer: runtimeSerializer('number'),
  number: runtimeSerializer('number'),
  string: runtimeSerializer('string'),
}

/** The serializer of the values of a schema. */
export function serializerOf(
  schema: Schema,
  path: SchemaPath,
  context: SerializerContext,
  around = NO_MEMBERS,
): SerializerCode {
  if (typeof schema === 'boolean') return ANY
  // Most schemas are of scalars, without keywords for members.
  if (typeof schema.type === 'string' && schema.type in SCALARS) return scalarPart(schema)
  const described = describedMembers(schema, around, context.target)
  const parts = [
    scalarPart(schema),
    objectPart(schema, path, context, described.byReference),
    arrayPart(schema, path, context),
    referencePart(schema, context),
    ...(schema.allOf ?? []).map((each, index) =>
      serializerOf(each, [...path, 'allOf', index], context, described),
    ),
    ...(['anyOf', 'oneOf'] as const).map((keyword) => union(schema, keyword, path, context)),
    ...conditionParts(schema, path, context),
    { ...ANY, required: requiredNames(schema) },
  ]
  return together(parts, described.all)
}

/** The serializer of the one scalar type beside `null`. */
function scalarPart({ type }: SchemaObject): SerializerCode {
  const types = [type ?? []].flat().filter((each) => each !== 'null')
  const [only, ...others] = new Set(types.map((each) => SCALARS[each]))
  return only === undefined || others.length > 0 ? ANY : plain(only)
}

/** Members that the schema itself describes, unless a named schema describes them all. */
function objectPart(
  schema: SchemaObject,
  path: SchemaPath,
  context: SerializerContext,
  byReference: ReadonlySet<string>,
): SerializerCode {
  const { properties = {}, patternProperties = {} } = schema
  if (!describesItself(schema, 'object')) return ANY
  const inside = (each: Schema, ...own: SchemaPath) =>
    serializerOf(each, [...path, ...own], context)
  const members = Object.entries(properties).map(
    ([name, each]) => [name, inside(each, 'properties', name)] as const,
  )
  const patterns = Object.entries(patternProperties).map(([pattern, each]) => {
    const { code: serializer } = inside(each, 'patternProperties', pattern)
    return code`[${patternCode(pattern, GUARDED)}, ${serializer}]`
  })
  const rest = REST.find((keyword) => (schema[keyword] ?? false) !== false)
  const others = [
    ...(patterns.length === 0 ? [] : [code`patterns: [${joined(patterns, ', ')}]`]),
    ...(rest === undefined ? [] : [code`rest: ${inside(schema[rest] as Schema, rest).code}`]),
  ]
  const areElsewhere = members.every(([name, each]) => byReference.has(name) && !each.names)
  if (others.length === 0 && areElsewhere) return ANY
  const entries = members.map(([name, each]) => code`${key(name)}: ${each.code}`)
  return naming(
    combinator('object', braces(entries), ...(others.length === 0 ? [] : [braces(others)])),
  )
}

const REST = ['additionalProperties', 'unevaluatedProperties'] as const

function braces(entries: readonly Code[]): Code {
  return entries.length === 0 ? new Code('{}') : code`{ ${joined(entries, ', ')} }`
}

function arrayPart(
  schema: SchemaObject,
  path: SchemaPath,
  context: SerializerContext,
): SerializerCode {
  const { type, items, unevaluatedItems, prefixItems = [] } = schema
  if (!describesItself(schema, 'array')) return ANY
  const inside = (each: Schema, ...own: SchemaPath) =>
    serializerOf(each, [...path, ...own], context)
  const item = inside(
    items ?? unevaluatedItems ?? true,
    items === undefined ? 'unevaluatedItems' : 'items',
  )
  const prefix = prefixItems.map((each, index) => inside(each, 'prefixItems', index))
  const codes = prefix.map((each) => each.code)
  const array = combinator(
    'array',
    item.code,
    ...(codes.length === 0 ? [] : [code`[${joined(codes, ', ')}]`]),
  )
  if ([item, ...prefix].some(({ names }) => names)) return naming(array)
  return type === 'array' ? plain(array) : ANY
}

function referencePart(
  { $ref }: SchemaObject,
  { serializer, target }: SerializerContext,
): SerializerCode {
  if ($ref === undefined) return ANY
  const named = target($ref) as Schema
  const hasParts = describes(named, 'object', target) || describes(named, 'array', target)
  const own = serializer(schemaNameIn($ref))
  return hasParts ? naming(own) : plain(own)
}

/** `if`, whose members are named for every value, and `dependentSchemas`. */
function conditionParts(
  schema: SchemaObject,
  path: SchemaPath,
  context: SerializerContext,
): SerializerCode[] {
  const { if: test, dependentSchemas = {} } = schema
  const inside = (each: unknown, ...own: SchemaPath) =>
    serializerOf((each ?? true) as Schema, [...path, ...own], context)
  const dependents = Object.entries(dependentSchemas).map(([name, each]) => {
    const part = inside(each, 'dependentSchemas', name)
    return part.names ? naming(combinator('ifPresent', quote(name), part.code)) : part
  })
  if (test === undefined) return dependents
  const [then, otherwise] = [inside(schema.then, 'then'), inside(schema.else, 'else')]
  if (!then.names && !otherwise.names) return [inside(test, 'if'), then, otherwise, ...dependents]
  const validator = context.validator(test, [...path, 'if'])
  const chosen = naming(combinator('conditional', validator, then.code, otherwise.code))
  return [inside(test, 'if'), chosen, ...dependents]
}
