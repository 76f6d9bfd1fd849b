import { isDeepStrictEqual } from 'node:util'
import { subschemas } from '../../openapi/schema/subschemas.js'
import { valuesByTarget } from '../emit/types/discriminated-union.js'
import { valueLists } from '../emit/validators/narrow.js'
import { refName } from '../graph/refs.js'
import type { Model, Schema, SchemaObject } from '../model/model.js'
import { SCHEMA, SCHEMA_MAP, SCHEMAS } from '../read/schemas/keywords.js'
import { remembered } from '../shared/memoize.js'

type Target = ($ref: string) => Schema

/**
 * The schemas as values are held against them: where a discriminator chooses, each branch asks for the
 * values that lead to it. So a value that leads nowhere is refused (3.1.1, section 4.8.25.2), one
 * branch is asked and not all, and what a handler gets is what its type says.
 */
export function withTags(model: Model): Model {
  if (!model.schemas.some(({ schema }) => chooses(schema))) return model
  const byName = new Map(model.schemas.map(({ name, schema }) => [name, schema]))
  const target: Target = ($ref) => byName.get(refName($ref)) as Schema
  const schemas = model.schemas.map((named) => {
    return chooses(named.schema) ? { ...named, schema: kept(named.schema, target) } : named
  })
  return { ...model, schemas }
}

function chooses(schema: Schema): schema is SchemaObject {
  return typeof schema === 'object' && hasChoice(schema)
}

/** Of named schemas only: what stands in them is many times as many. */
const hasChoice = remembered(findChoice)

function findChoice(schema: SchemaObject): boolean {
  const { discriminator, anyOf, oneOf } = schema
  if (discriminator !== undefined && (anyOf ?? oneOf) !== undefined) return true
  return subschemas(schema).some((each) => typeof each === 'object' && findChoice(each))
}

const earlier = new WeakMap<SchemaObject, Schema>()

/** The same as in an earlier run where it says the same, so that nothing is made of it anew. */
function kept(schema: SchemaObject, target: Target): Schema {
  const tagged = within(schema, target)
  const before = earlier.get(schema)
  if (before !== undefined && isDeepStrictEqual(before, tagged)) return before
  earlier.set(schema, tagged)
  return tagged
}

function within(schema: Schema, target: Target): Schema {
  if (typeof schema === 'boolean' || !findChoice(schema)) return schema
  const inside = (each: Schema) => within(each, target)
  const copy: Record<string, unknown> = { ...schema }
  for (const [keyword, value] of Object.entries(schema)) {
    if (SCHEMA.has(keyword)) copy[keyword] = inside(value as Schema)
    else if (SCHEMAS.has(keyword)) copy[keyword] = (value as Schema[]).map(inside)
    else if (SCHEMA_MAP.has(keyword)) {
      const members = Object.entries(value as Record<string, Schema>)
      copy[keyword] = Object.fromEntries(members.map(([name, each]) => [name, inside(each)]))
    }
  }
  for (const keyword of ['anyOf', 'oneOf']) {
    const branches = copy[keyword] as Schema[] | undefined
    if (branches) copy[keyword] = branches.map((each) => tagged(each, schema, target))
  }
  return copy
}

/** A branch with the values that lead to it, unless it names values of its own, and none of these. */
function tagged(branch: Schema, { discriminator }: SchemaObject, target: Target): Schema {
  if (discriminator === undefined || typeof branch === 'boolean') return branch
  const { $ref, properties = {} } = branch
  const { propertyName, mapping } = discriminator
  if ($ref === undefined || Object.hasOwn(properties, propertyName)) return branch
  const names = valuesByTarget(mapping).get(refName($ref)) ?? []
  const members = membersOf({ $ref }, propertyName, target, DEPTH)
  const values = names.flatMap((name) => valuesOf(name, members))
  if (values.length === 0) return branch
  return { ...branch, properties: { ...properties, [propertyName]: { enum: values } } }
}

/** How far references are followed in search of a member. */
const DEPTH = 8

/** What a schema, and what must hold too, says of a member. */
function membersOf(schema: Schema, name: string, target: Target, depth: number): SchemaObject[] {
  if (typeof schema === 'boolean' || depth === 0) return []
  const { $ref, allOf = [], properties = {} } = schema
  const own = Object.hasOwn(properties, name) ? wholes(properties[name], target, depth) : []
  const others = [...allOf, ...($ref === undefined ? [] : [target($ref)])]
  return [...own, ...others.flatMap((each) => membersOf(each, name, target, depth - 1))]
}

/** A schema with those that it refers to. */
function wholes(schema: Schema | undefined, target: Target, depth: number): SchemaObject[] {
  if (typeof schema !== 'object' || depth === 0) return []
  const { $ref } = schema
  return [schema, ...($ref === undefined ? [] : wholes(target($ref), target, depth - 1))]
}

/** What a name in a mapping, always a string, is as a value of the member (`'True'`, `'1.0'`). */
function valuesOf(name: string, members: readonly SchemaObject[]): unknown[] {
  const types = members.flatMap(({ type }) => type ?? [])
  const values: unknown[] = []
  if (types.length === 0 || types.includes('string')) values.push(name)
  const isNumeric = types.includes('number') || types.includes('integer')
  if (isNumeric && /^-?\d+(\.\d+)?$/.test(name)) values.push(Number(name))
  if (types.includes('boolean') && /^(true|false)$/i.test(name)) values.push(/^t/i.test(name))
  const lists = members.flatMap(valueLists)
  return values.filter((value) => lists.every((list) => list.includes(value)))
}
