import { schemaNameIn } from '../../openapi/schema/references.js'
import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import type { JsonTypes } from './json-values.js'
import type { Members } from './members.js'
import { merged } from './merged-schemas.js'

/** The named schemas, and results about them that are computed once. */
export interface SchemaContext {
  readonly schemas: ReadonlyMap<string, Schema>
  readonly lookup: ($ref: string) => Schema
  readonly jsonTypes: Map<string, JsonTypes>
  readonly members: Map<string, Members>
}

export function schemaContext(
  schemas: Iterable<{ readonly name: string; readonly schema: Schema }>,
): SchemaContext {
  const byName = new Map([...schemas].map(({ name, schema }) => [name, schema]))
  const lookup = ($ref: string): Schema => byName.get(schemaNameIn($ref)) ?? true
  return { schemas: byName, lookup, jsonTypes: new Map(), members: new Map() }
}

export function schemaNamed(name: string, { schemas }: SchemaContext): Schema {
  return schemas.get(name) ?? true
}

/** Alternatives: `anyOf`, `oneOf`, or `then` and `else`. */
export interface Alternatives {
  readonly branches: readonly Schema[]
  readonly discriminator?: SchemaObject['discriminator']
}

/** The parts of a schema, `allOf` taken apart at any depth. */
export interface Composition {
  /** Schemas without references and combinations. */
  readonly own: readonly SchemaObject[]
  /** Names of referenced schemas. */
  readonly refs: readonly string[]
  readonly alternatives: readonly Alternatives[]
  /** True if `false` is among the parts. */
  readonly never: boolean
}

export function compositionOf(schema: Schema): Composition {
  if (typeof schema === 'boolean') return { own: [], refs: [], alternatives: [], never: !schema }
  if (hasAny(schema, COMBINING)) return takeApart(schema)
  return { own: [schema], refs: [], alternatives: [], never: false }
}

const COMBINING = new Set(['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'not'])

/** True if the schema has one of the keywords; a loop over its few keywords is faster than the reverse. */
export function hasAny(schema: SchemaObject, keywords: ReadonlySet<string>): boolean {
  for (const keyword in schema) if (keywords.has(keyword)) return true
  return false
}

function takeApart(schema: SchemaObject): Composition {
  const { $ref, allOf = [], anyOf, oneOf, discriminator, then, else: otherwise, ...own } = schema
  const hasBoth = schema.if !== undefined && then !== undefined && otherwise !== undefined
  const given = [anyOf, oneOf, hasBoth ? [then, otherwise] : undefined] as (Schema[] | undefined)[]
  // A single branch without a discriminator leaves no choice.
  const isForced = (branches: Schema[]) => branches.length === 1 && discriminator === undefined
  const forced = given.flatMap((branches) => (branches && isForced(branches) ? branches : []))
  const parts = [...allOf, ...forced].map(compositionOf)
  const alternatives = given.flatMap((branches) =>
    branches && !isForced(branches) ? [{ branches, ...(discriminator && { discriminator }) }] : [],
  )
  const refs = [...($ref ? [schemaNameIn($ref)] : []), ...parts.flatMap((part) => part.refs)]
  return {
    own: merged([own, ...parts.flatMap((part) => part.own)]),
    refs: [...new Set(refs)],
    alternatives: [...alternatives, ...parts.flatMap((part) => part.alternatives)],
    never: acceptsAnything(schema.not) || parts.some(({ never }) => never),
  }
}

function acceptsAnything(schema: unknown): boolean {
  if (schema === undefined || schema === false) return false
  return schema === true || Object.keys(schema as object).length === 0
}
