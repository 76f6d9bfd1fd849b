import { conjunctsOf, isNever, type SchemaLookup } from '../../openapi/schema/conjuncts.js'
import { refToSchema, schemaNameIn } from '../../openapi/schema/references.js'
import {
  type Discriminator,
  type Schema,
  type SchemaObject,
  valueListsOf,
} from '../../openapi/schema/schema.js'
import { memoize } from '../../shared/memoize.js'
import type { NamedSchema } from '../model/model.js'
import { grouped } from '../shared/collections.js'
import { compositionOf, type SchemaContext } from './composition.js'
import type { Inheritance } from './graph.js'
import { jsonTypesOf, listedValues } from './json-values.js'
import type { Member } from './members.js'

/** Values of a mapping by the name of their schema. */
export const valuesBySchema = memoize((mapping: Discriminator['mapping']) =>
  grouped(Object.entries(mapping).map(([value, ref]) => [schemaNameIn(ref), value])),
)

/** Values of a discriminator for a schema; `undefined` if they add nothing to the member's own schema. */
export function narrowedValues(
  names: readonly string[],
  member: Member | undefined,
  context: SchemaContext,
): unknown[] | undefined {
  if (names.length === 0) return undefined
  const schema = member?.schema
  if (schema === undefined) return [...names]
  const { possible, listed } = valuesAllowed(names, schema, context)
  // A member that allows none of the names contradicts the mapping; its own schema counts.
  const isNews = possible.length > 0 && possible.length !== listed?.length
  return isNews ? possible : undefined
}

/**
 * Values of a discriminator that select a subtype: the names of it that its member allows, or else what the
 * member lists and that of the base does not.
 */
export function selectingValues(
  names: readonly string[],
  member: Schema | undefined,
  base: Schema | undefined,
  context: SchemaContext,
): readonly unknown[] {
  if (member === undefined) return names
  const { possible, listed } = valuesAllowed(names, member, context)
  if (possible.length > 0 || listed === undefined) return possible
  const isOwn = base === undefined || listedValues(base, context)?.length !== listed.length
  return isOwn ? listed : []
}

/** The values of names in a mapping that a member allows, and all that it lists. */
function valuesAllowed(names: readonly string[], member: Schema, context: SchemaContext) {
  const types = jsonTypesOf(member, context)
  const listed = listedValues(member, context)
  const values = names.flatMap((name) => valuesNamed(name, types))
  return { possible: listed ? values.filter((value) => listed.includes(value)) : values, listed }
}

/** A name in a mapping, always a string, as values of the member's types (`'True'`, `'1.0'`). */
export function valuesNamed(name: string, types: ReadonlySet<string>): unknown[] {
  const values: unknown[] = []
  if (types.has('string')) values.push(name)
  if (types.has('number') && /^-?\d+(\.\d+)?$/.test(name)) values.push(Number(name))
  if (types.has('boolean') && /^(true|false)$/i.test(name)) values.push(/^t/i.test(name))
  return values
}

/** True for the branch of `defaultMapping` (3.2, section 4.25). */
export function isDefaultOf({ defaultMapping }: Discriminator, branch: Schema): boolean {
  const { $ref = undefined } = typeof branch === 'object' ? branch : {}
  return $ref !== undefined && $ref === defaultMapping
}

/** True if other values lead to a schema that is no branch: each branch may have them then. */
export function leadsElsewhere(discriminator: Discriminator, branches: readonly Schema[]): boolean {
  if (discriminator.defaultMapping === undefined) return false
  return !branches.some((branch) => isDefaultOf(discriminator, branch))
}

/** What holds for a value that a discriminator leads to none of these schemas, which have the values that do. */
export function unlessOthers(name: string, others: readonly SchemaObject[]): SchemaObject {
  const anyOf = others.flatMap(({ properties = {} }): Schema[] => {
    const values = properties[name]
    if (values === undefined) return []
    return [{ type: 'object', required: [name], properties: { [name]: values } }]
  })
  return anyOf.length === 0 ? {} : { not: { anyOf } }
}

interface DiscriminatingMember {
  readonly name: string
  /** Its values in each branch; none for a branch that accepts no object. */
  readonly values: readonly (readonly string[] | undefined)[]
}

/** The member whose strings differ in all branches that accept objects, if there is one. */
export function discriminatingMember(
  branches: readonly Schema[],
  { discriminator }: SchemaObject,
  lookup: SchemaLookup,
): DiscriminatingMember | undefined {
  const all = branches.map((branch) =>
    acceptsObjects(branch, lookup) ? stringMembers(branch, lookup) : undefined,
  )
  const [first, ...more] = all.filter((members) => members !== undefined)
  if (first === undefined || more.length === 0) return undefined
  const names = [...(discriminator ? [discriminator.propertyName] : []), ...first.keys()]
  const name = names.find((each) =>
    areDistinct([first, ...more].map((members) => members.get(each))),
  )
  if (name === undefined) return undefined
  return { name, values: all.map((members) => members?.get(name)) }
}

/** True if a schema accepts nothing but objects with this member. */
export function requiresMember(schema: Schema, name: string, lookup: SchemaLookup): boolean {
  return conjunctsOf(schema, lookup).some(
    ({ type, required = [] }) => type === 'object' && required.includes(name),
  )
}

function acceptsObjects(schema: Schema, lookup: SchemaLookup): boolean {
  if (isNever(schema, lookup)) return false
  return conjunctsOf(schema, lookup).every(
    ({ type }) => type === undefined || [type].flat().includes('object'),
  )
}

function areDistinct(values: readonly (readonly string[] | undefined)[]): boolean {
  if (values.some((each) => each === undefined || each.length === 0)) return false
  const all = values.flat()
  return new Set(all).size === all.length
}

/** Members that a schema, or a schema that holds with it, limits to certain strings. */
function stringMembers(schema: Schema, lookup: SchemaLookup): Map<string, readonly string[]> {
  const members = new Map<string, readonly string[]>()
  for (const { properties = {} } of conjunctsOf(schema, lookup)) {
    for (const [name, member] of Object.entries(properties)) {
      const values = typeof member === 'object' ? valueListsOf(member)[0] : undefined
      const strings = values?.filter((value) => typeof value === 'string')
      const areAll = strings !== undefined && strings.length === values?.length
      if (areAll && !members.has(name)) members.set(name, [...new Set(strings)])
    }
  }
  return members
}

/** A schema that others inherit from. */
export interface PolymorphicBase extends Discriminator {
  readonly name: string
  /** Names of the subtypes in the mapping, and its own if the mapping leads there. */
  readonly targets: readonly string[]
}

/** A schema as such a base, with its name; none if no schema of its discriminator inherits from it. */
export function baseOf(
  { name, schema }: NamedSchema,
  { ancestors }: Inheritance,
): [string, PolymorphicBase][] {
  const { discriminator } = typeof schema === 'object' ? schema : {}
  if (discriminator === undefined || compositionOf(schema).alternatives.length > 0) return []
  const { mapping, defaultMapping } = discriminator
  const isOwn = (target: string) => target === name || ancestors(target).has(name)
  // Where a default is no heir, a value that the mapping does not have is of the base.
  const isHeir = defaultMapping !== undefined && isOwn(schemaNameIn(defaultMapping))
  const fallback = isHeir ? defaultMapping : defaultMapping && refToSchema(name)
  const mapped = [...Object.values(mapping), ...(fallback ? [fallback] : [])].map(schemaNameIn)
  const targets = [...new Set(mapped)].filter(isOwn)
  if (!targets.some((target) => target !== name)) return []
  const own = { ...discriminator, ...(fallback && { defaultMapping: fallback }) }
  return [[name, { name, ...own, targets }]]
}
