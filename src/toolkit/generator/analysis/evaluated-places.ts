import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import { flagsOf } from '../../regex/syntax.js'
import type { SchemaContext } from './composition.js'

/** A member or an item of a value: true if keywords of a schema evaluate it. */
export type Place = (schema: SchemaObject) => boolean

export function memberPlace(name: string): Place {
  return (schema) =>
    Object.hasOwn(schema.properties ?? {}, name) ||
    Object.keys(schema.patternProperties ?? {}).some((pattern) =>
      new RegExp(pattern, flagsOf(pattern)).test(name),
    ) ||
    OTHER_MEMBERS(schema)
}

/** The members that all of these patterns match, and no other one. */
export function patternPlace(patterns: readonly string[]): Place {
  return (schema) =>
    patterns.some((pattern) => Object.hasOwn(schema.patternProperties ?? {}, pattern)) ||
    OTHER_MEMBERS(schema)
}

/** Each member that no schema names, and no pattern matches. */
export const OTHER_MEMBERS: Place = ({ additionalProperties, unevaluatedProperties }) =>
  (additionalProperties ?? unevaluatedProperties) !== undefined

export function itemPlace(index: number): Place {
  return (schema) => index < (schema.prefixItems ?? []).length || OTHER_ITEMS(schema)
}

/** Each item behind those that `prefixItems` describes anywhere. */
export const OTHER_ITEMS: Place = ({ items, unevaluatedItems }) =>
  (items ?? unevaluatedItems) !== undefined

/** A subschema that applies to the value itself, and what says that it does; `true`: it always does. */
interface InPlace {
  readonly schema: Schema
  readonly when: Schema
}

function inPlace(schema: SchemaObject, context: SchemaContext): InPlace[] {
  const { $ref, allOf = [], anyOf = [], oneOf = [], dependentSchemas = {} } = schema
  const target = $ref === undefined ? [] : [context.lookup($ref)]
  const { if: test, then, else: otherwise } = schema
  const conditional = [
    { schema: test, when: test },
    { schema: then, when: test },
    { schema: otherwise, when: { not: test as Schema } },
  ]
  return [
    ...[...target, ...allOf].map((each) => ({ schema: each, when: true })),
    ...[...anyOf, ...oneOf].map((each) => ({ schema: each, when: each })),
    ...(test === undefined ? [] : conditional.filter((each) => each.schema !== undefined)),
    ...Object.entries(dependentSchemas).map(([name, each]) => {
      return { schema: each, when: { type: 'object', required: [name] } }
    }),
  ] as InPlace[]
}

/**
 * The schema of the valid values in which a schema evaluates a place (JSON Schema Core 2020-12, section
 * 11): what `unevaluatedProperties` and `unevaluatedItems` beside it are not about.
 */
export function evaluates(schema: Schema, place: Place, context: SchemaContext): Schema {
  const above = new Set<Schema>()
  const visit = (each: Schema): Schema => {
    if (typeof each === 'boolean' || above.has(each)) return false
    if (place(each)) return true
    above.add(each)
    const parts = inPlace(each, context).map(({ schema, when }) => both(when, visit(schema)))
    above.delete(each)
    return anyOf(parts)
  }
  return visit(schema)
}

function both(when: Schema, then: Schema): Schema {
  if (then === true || then === false) return then && when
  return when === true ? then : { allOf: [when, then] }
}

function anyOf(parts: readonly Schema[]): Schema {
  const possible = parts.filter((each) => each !== false)
  if (possible.length < 2 || possible.includes(true))
    return possible.includes(true) || (possible[0] ?? false)
  return { anyOf: possible }
}

/** All schemas that apply to a value itself; `isSure`: only those that always do. */
export function schemasInPlace(
  schema: Schema,
  context: SchemaContext,
  isSure = false,
): SchemaObject[] {
  const found = new Set<SchemaObject>()
  const visit = (each: Schema): void => {
    if (typeof each === 'boolean' || found.has(each)) return
    found.add(each)
    for (const { schema, when } of inPlace(each, context)) {
      if (!isSure || when === true) visit(schema)
    }
  }
  visit(schema)
  return [...found]
}
