import type { SchemaLookup } from '../../../openapi/schema/conjuncts.js'
import { schemaNameIn } from '../../../openapi/schema/references.js'
import {
  type Discriminator,
  type Schema,
  type SchemaObject,
  SUBTYPES,
  valueListsOf,
} from '../../../openapi/schema/schema.js'
import { type Code, code, joined } from '../../print/code.js'
import { key, quote } from '../../print/print.js'
import { GUARDED, patternCode } from '../validators/context.js'
import {
  describedMembers,
  describes,
  describesItself,
  NO_MEMBERS,
  requiredNames,
} from './containers.js'
import { type NamedSerializer, printMembers } from './print-members.js'
import {
  ANY,
  braces,
  combinator,
  naming,
  plain,
  runtimeSerializer,
  type SerializerCode,
  together,
} from './serializer-code.js'
import { union } from './union.js'

/** The place of a schema whose serializer is printed. */
export interface SchemaPlace {
  /** Keys from the named schema to it. */
  readonly path: readonly (string | number)[]
  readonly target: SchemaLookup
  readonly serializer: (name: string) => Code
  readonly validator: (schema: Schema, path: SchemaPlace['path']) => Code
  /** Declares a constant for a serializer that is used in two places. */
  readonly constant: (serializer: Code) => Code
}

export function within(place: SchemaPlace, ...keys: SchemaPlace['path']): SchemaPlace {
  return { ...place, path: [...place.path, ...keys] }
}

const SCALARS: Readonly<Record<string, Code>> = {
  boolean: runtimeSerializer('boolean'),
  integer: runtimeSerializer('number'),
  number: runtimeSerializer('number'),
  string: runtimeSerializer('string'),
}

export function serializerOf(
  schema: Schema,
  place: SchemaPlace,
  around = NO_MEMBERS,
): SerializerCode {
  if (typeof schema === 'boolean') return ANY
  // Most schemas are of scalars, without keywords for members.
  if (typeof schema.type === 'string' && schema.type in SCALARS) return scalarPart(schema)
  const described = describedMembers(schema, around, place.target)
  const parts = [
    scalarPart(schema),
    objectPart(schema, place, described.byReference),
    arrayPart(schema, place),
    schema[SUBTYPES] === undefined ? referencePart(schema, place) : subtypes(schema, place),
    ...(schema.allOf ?? []).map((each, index) =>
      serializerOf(each, within(place, 'allOf', index), described),
    ),
    ...(['anyOf', 'oneOf'] as const).map((keyword) => union(schema, keyword, place)),
    ...conditionParts(schema, place),
    { ...ANY, required: requiredNames(schema, place.target) },
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
  place: SchemaPlace,
  byReference: ReadonlySet<string>,
): SerializerCode {
  const { properties = {}, patternProperties = {} } = schema
  if (!describesItself(schema, 'object')) return ANY
  const members = Object.entries(properties).map(
    ([name, each]) => [name, serializerOf(each, within(place, 'properties', name))] as const,
  )
  const patterns = Object.entries(patternProperties).map(([pattern, each]) => {
    const { code: serializer } = serializerOf(each, within(place, 'patternProperties', pattern))
    return code`[${patternCode(pattern, GUARDED)}, ${serializer}]`
  })
  const rest = REST.find((keyword) => (schema[keyword] ?? false) !== false)
  const others = [
    ...(patterns.length === 0 ? [] : [code`patterns: [${joined(patterns, ', ')}]`]),
    ...(rest === undefined
      ? []
      : [code`rest: ${serializerOf(schema[rest] as Schema, within(place, rest)).code}`]),
  ]
  const areElsewhere = members.every(([name, each]) => byReference.has(name) && !each.names)
  if (others.length === 0 && areElsewhere) return ANY
  const print = patterns.length === 0 && members.length > 0 && members.length <= MAX_MEMBERS
  // No value has a member that is `false`, but one that a discriminator selects here and its base accepts.
  const named = members.flatMap(([name, each]): NamedSerializer[] => {
    if (properties[name] === false) return []
    return [{ name, serializer: print ? place.constant(each.code) : each.code }]
  })
  const entries = named.map(({ name, serializer }) => code`${key(name)}: ${serializer}`)
  const rests = others.length > 0 || print ? [braces(others)] : []
  const printed = print ? [printMembers(named)] : []
  return naming(combinator('object', braces(entries), ...rests, ...printed))
}

/** Number of members that generated code prints without a loop. */
const MAX_MEMBERS = 200

const REST = ['additionalProperties', 'unevaluatedProperties'] as const

function arrayPart(schema: SchemaObject, place: SchemaPlace): SerializerCode {
  const { type, items, unevaluatedItems, prefixItems = [] } = schema
  if (!describesItself(schema, 'array')) return ANY
  const keyword = items === undefined ? 'unevaluatedItems' : 'items'
  const item = serializerOf(items ?? unevaluatedItems ?? true, within(place, keyword))
  const prefix = prefixItems.map((each, index) =>
    serializerOf(each, within(place, 'prefixItems', index)),
  )
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
  { serializer, target }: SchemaPlace,
): SerializerCode {
  if ($ref === undefined) return ANY
  const named = target($ref) as Schema
  const hasParts = describes(named, 'object', target) || describes(named, 'array', target)
  const own = serializer(schemaNameIn($ref))
  return hasParts ? naming(own) : plain(own)
}

/** The serializer of the subtype that a discriminator selects, or else of its default or the schema that all share. */
function subtypes(schema: SchemaObject, place: SchemaPlace): SerializerCode {
  const { propertyName, defaultMapping } = schema.discriminator as Discriminator
  const own = referencePart(defaultMapping ? { $ref: defaultMapping } : schema, place)
  const parts = (schema[SUBTYPES] as readonly SchemaObject[]).map((each) => {
    const values = valueListsOf(Object(each.properties?.[propertyName])).flat()
    return { part: referencePart(each, place), values }
  })
  // A name in a mapping may mean a text and a number: both have one key. Heirs of a subtype may have its value.
  const byValue = new Map<string, Code>()
  for (const { part, values } of parts) {
    for (const value of values.map(String)) if (!byValue.has(value)) byValue.set(value, part.code)
  }
  const entries = [...byValue].map(([value, each]) => code`${key(value)}: ${each}`)
  const branches = braces(entries)
  return naming(combinator('selected', quote(propertyName), branches, own.code))
}

/** `if`, whose members are named for every value, and `dependentSchemas`. */
function conditionParts(schema: SchemaObject, place: SchemaPlace): SerializerCode[] {
  const { if: test, dependentSchemas = {} } = schema
  const inside = (each: Schema = true, ...keys: SchemaPlace['path']) =>
    serializerOf(each, within(place, ...keys))
  const dependents = Object.entries(dependentSchemas).map(([name, each]) => {
    const part = inside(each, 'dependentSchemas', name)
    return part.names ? naming(combinator('ifPresent', quote(name), part.code)) : part
  })
  if (test === undefined) return dependents
  const [then, otherwise] = [inside(schema.then, 'then'), inside(schema.else, 'else')]
  if (!then.names && !otherwise.names) return [inside(test, 'if'), then, otherwise, ...dependents]
  const validator = place.validator(test, within(place, 'if').path)
  const chosen = naming(combinator('conditional', validator, then.code, otherwise.code))
  return [inside(test, 'if'), chosen, ...dependents]
}
