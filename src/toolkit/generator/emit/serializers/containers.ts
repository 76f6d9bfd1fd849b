import { jsonTypeOf } from '../../../openapi/json.js'
import { conjunctsOf, isNever, type SchemaLookup } from '../../../openapi/schema/conjuncts.js'
import { keywordsWith } from '../../../openapi/schema/keywords.js'
import {
  type Schema,
  type SchemaObject,
  SUBTYPES,
  valueListsOf,
} from '../../../openapi/schema/schema.js'

/** The JSON types whose values contain others. */
export type ContainerType = 'array' | 'object'

const KEYWORDS: Readonly<Record<ContainerType, readonly string[]>> = {
  array: keywordsWith(({ about }) => about === 'array'),
  object: keywordsWith(({ about }) => about === 'object'),
}

/** Number of unions that may be inside each other; a schema may contain itself. */
const MAX_DEPTH = 8

/** True if a schema may accept a container, and has not only keywords for the other one. */
export function describes(
  schema: Schema,
  container: ContainerType,
  target: SchemaLookup,
  depth = MAX_DEPTH,
): boolean {
  if (typeof schema === 'boolean' || depth === 0) return schema !== false
  const describesOne = (branches: readonly Schema[] | undefined) =>
    branches?.some((each) => describes(each, container, target, depth - 1)) ?? true
  return (
    !isNever(schema, target) &&
    conjunctsOf(schema, target).every(
      (each) =>
        describesItself(each, container) && describesOne(each.anyOf) && describesOne(each.oneOf),
    )
  )
}

export function describesItself(schema: SchemaObject, container: ContainerType): boolean {
  const { type } = schema
  if (type !== undefined && ![type].flat().includes(container)) return false
  if (type === undefined && hasKeywords(schema, OTHER[container])) {
    if (!hasKeywords(schema, container)) return false
  }
  return valueListsOf(schema).every((list) => list.some((each) => jsonTypeOf(each) === container))
}

const OTHER = { array: 'object', object: 'array' } as const

function hasKeywords(schema: SchemaObject, container: ContainerType): boolean {
  return KEYWORDS[container].some((keyword) => keyword in schema)
}

/** Names of members that are described beside a schema. */
export interface DescribedMembers {
  readonly all: ReadonlySet<string>
  /** Names of those in schemas behind a reference, which describe them in any case. */
  readonly byReference: ReadonlySet<string>
}

const NO_NAMES: ReadonlySet<string> = new Set()
export const NO_MEMBERS: DescribedMembers = { all: NO_NAMES, byReference: NO_NAMES }

/** Members that are described beside the parts of a schema, whatever the value is. */
export function describedMembers(
  schema: SchemaObject,
  around: DescribedMembers,
  target: SchemaLookup,
): DescribedMembers {
  const { $ref: _, ...own } = schema
  // The conjuncts of the schema without those that a reference leads to.
  const inline = conjunctsOf(own, () => undefined)
  const references = [schema, ...inline].flatMap((each) => each.$ref ?? [])
  const byReference = references.flatMap((ref) => memberNames(target(ref), target))
  return {
    all: new Set([...around.all, ...memberNames(schema, target)]),
    byReference: new Set([...around.byReference, ...byReference]),
  }
}

function memberNames(schema: Schema | undefined, target: SchemaLookup): string[] {
  return conjunctsOf(schema, target).flatMap(({ properties = {} }) => Object.keys(properties))
}

/** Names of the members that a schema requires or selects by, wherever they are described. */
export function requiredNames(schema: SchemaObject, target: SchemaLookup): string[] {
  const { required = [], dependentRequired = {} } = schema
  const dependent = Object.entries(dependentRequired as Readonly<Record<string, string[]>>)
  return [...required, ...dependent.flat(2), ...selectingName(schema, target)]
}

/** The member of a discriminator, if one of the schemas that it selects does not describe it. */
function selectingName(schema: SchemaObject, target: SchemaLookup): string[] {
  const { discriminator, anyOf, oneOf, [SUBTYPES]: subtypes } = schema
  if (discriminator === undefined) return []
  const { propertyName } = discriminator
  const isDescribed = (subtypes ?? anyOf ?? oneOf ?? []).every((each: Schema) => {
    const { $ref } = Object(each) as SchemaObject
    return $ref === undefined || memberNames({ $ref }, target).includes(propertyName)
  })
  return isDescribed ? [] : [propertyName]
}
