import { conjunctsOf, type SchemaLookup } from '../../openapi/schema/conjuncts.js'
import { schemaNameIn } from '../../openapi/schema/references.js'
import {
  type Discriminator,
  type Schema,
  type SchemaObject,
  selectedSchemas,
  valueListsOf,
} from '../../openapi/schema/schema.js'
import {
  discriminatingMember,
  isDefaultOf,
  leadsElsewhere,
  unlessOthers,
  valuesBySchema,
  valuesNamed,
} from './discriminators.js'

/** A branch for the values that select it; `undefined` if none does, or the branch has others. */
function selectedBranch(
  branch: Schema,
  discriminator: Discriminator,
  lookup: SchemaLookup,
  branches: readonly Schema[],
): SchemaObject | undefined {
  if (typeof branch === 'boolean' || leadsElsewhere(discriminator, branches)) return undefined
  if (!isDefaultOf(discriminator, branch)) return mappedBranch(branch, discriminator, lookup)
  const others = branches.filter((each) => !isDefaultOf(discriminator, each))
  const mapped = others
    .map((each) => mappedBranch(each, discriminator, lookup))
    .filter((each) => each !== undefined)
  return { ...branch, ...unlessOthers(discriminator.propertyName, mapped) }
}

/** A branch for the values that a mapping has for it. */
function mappedBranch(
  branch: Schema,
  { propertyName, mapping }: Discriminator,
  lookup: SchemaLookup,
): SchemaObject | undefined {
  if (typeof branch === 'boolean') return undefined
  const { $ref, properties = {} } = branch
  if ($ref === undefined || Object.hasOwn(properties, propertyName)) return undefined
  const names = valuesBySchema(mapping).get(schemaNameIn($ref)) ?? []
  const members = conjunctsOf({ $ref }, lookup).flatMap(({ properties = {} }) =>
    Object.hasOwn(properties, propertyName) ? conjunctsOf(properties[propertyName], lookup) : [],
  )
  const values = names.flatMap((name) => possibleValues(name, members))
  if (values.length === 0) return undefined
  return { ...branch, properties: { ...properties, [propertyName]: { enum: values } } }
}

/** The values of a name in a mapping that all schemas of the member allow. */
function possibleValues(name: string, members: readonly SchemaObject[]): unknown[] {
  const types = members.flatMap(({ type }) => type ?? [])
  const jsonTypes = new Set(types.map((type) => (type === 'integer' ? 'number' : type)))
  const values = valuesNamed(name, types.length === 0 ? new Set(['string']) : jsonTypes)
  const lists = members.flatMap(valueListsOf)
  return values.filter((value) => lists.every((list) => list.includes(value)))
}

/** Values that the branches of an `anyOf` accept and select by its discriminator, by the branches' indexes. */
function selections(schema: SchemaObject, lookup: SchemaLookup): (SchemaObject | undefined)[] {
  const { anyOf = [], discriminator } = schema
  if (discriminator === undefined) return []
  // Where the branches list the values themselves, no value has two of them.
  if (discriminatingMember(anyOf, schema, lookup) !== undefined) return []
  const { propertyName } = discriminator
  const mapping = selectedSchemas(discriminator)
  return anyOf.map((branch) => {
    const selected = selectedBranch(branch, { ...discriminator, mapping }, lookup, anyOf)
    const isTagged = !isDefaultOf(discriminator, branch)
    const required = [...(selected?.required ?? []), ...(isTagged ? [propertyName] : [])]
    return selected && { ...selected, type: 'object', required }
  })
}

/** The branches of an `anyOf`, before them all that a discriminator selects: these are decided at once. */
export function selectedFirst(schema: SchemaObject, lookup: SchemaLookup): readonly Schema[] {
  const { anyOf = [] } = schema
  const selected = selections(schema, lookup).filter((each) => each !== undefined)
  return selected.length < 2 ? anyOf : [{ anyOf: selected }, ...anyOf]
}

/** The values of an `anyOf` that one of its branches describes: not those that another one accepts and selects. */
export function describedBy(schema: SchemaObject, at: number, lookup: SchemaLookup): Schema {
  const branch = (schema.anyOf as readonly Schema[])[at] as Schema
  const others = selections(schema, lookup).filter((each, index) => index !== at && each)
  return others.length === 0 ? branch : { allOf: [branch, { not: { anyOf: others as Schema[] } }] }
}
