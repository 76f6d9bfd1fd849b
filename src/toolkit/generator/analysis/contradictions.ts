import { conjunctsOf } from '../../openapi/schema/conjuncts.js'
import { RESTRICTING_KEYWORDS } from '../../openapi/schema/keywords.js'
import { referencesOf, schemaNameIn } from '../../openapi/schema/references.js'
import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import { violationsOf } from '../../validation/explain/explain.js'
import { type SchemaContext, schemaNamed } from './composition.js'
import { arrayContradiction, objectContradiction } from './container-contradictions.js'
import { cyclesOf } from './graph.js'
import { type JsonTypes, jsonTypesOf, listedValues } from './json-values.js'
import { numberContradiction, stringContradiction } from './limit-contradictions.js'

/** Why no value satisfies a schema; `undefined`: some value may. */
export type Contradiction = string | undefined

/** What else of a schema is asked: its parts together with one of their alternatives, or a member. */
export type Inside = (schemas: readonly Schema[]) => Contradiction

const MAX_DEPTH = 4

const MAX_BRANCHES = 50

/** Why no value satisfies a schema, as far as its parts contradict each other. */
export function contradictionOf(
  schema: Schema,
  context: SchemaContext,
  depth = MAX_DEPTH,
): Contradiction {
  if (typeof schema === 'boolean') return schema ? undefined : 'it is `false`'
  const parts = conjunctsOf(schema, context.lookup)
  const types = withoutRefused(jsonTypesOf(schema, context), parts)
  if (types.size === 0) return 'its parts have no type in common'
  const inside: Inside = (all) =>
    depth === 0 ? undefined : contradictionOf({ allOf: all }, context, depth - 1)
  return (
    ofValues(schema, parts, context) ??
    ofTypes(types, parts, context, inside) ??
    ofBranches(parts, inside)
  )
}

/** Types without those that a `not` refuses whatever the value is. */
function withoutRefused(types: JsonTypes, parts: readonly SchemaObject[]): JsonTypes {
  const refused = parts.flatMap(({ not }) =>
    typeof not === 'object' && saysOnly(not, TYPE) ? [not.type ?? []].flat() : [],
  )
  return refused.length === 0
    ? types
    : new Set([...types].filter((type) => !refused.includes(type)))
}

const TYPE: ReadonlySet<string> = new Set(['type'])

/** True if no other keyword than these can refuse a value. */
export function saysOnly(schema: SchemaObject, keywords: ReadonlySet<string>): boolean {
  return Object.keys(schema).every(
    (keyword) =>
      keywords.has(keyword) || (!RESTRICTING_KEYWORDS.has(keyword) && keyword !== '$ref'),
  )
}

const LISTED: ReadonlySet<string> = new Set(['$ref', 'allOf', 'const', 'enum', 'type'])

/** A listed value is soon judged. */
const LIMITS = { violations: 1, steps: 1_000, characters: 1_000 }

function ofValues(
  schema: SchemaObject,
  parts: readonly SchemaObject[],
  context: SchemaContext,
): Contradiction {
  const values = listedValues(schema, context)
  if (values === undefined) return undefined
  if (values.length === 0) return 'its parts have no value in common'
  if (parts.every((part) => saysOnly(part, LISTED))) return undefined
  const isRefused = (value: unknown) =>
    violationsOf(context.lookup, schema, value, LIMITS).length > 0
  return values.every(isRefused) ? 'it refuses each value that it lists' : undefined
}

function ofTypes(
  types: JsonTypes,
  parts: readonly SchemaObject[],
  context: SchemaContext,
  inside: Inside,
): Contradiction {
  let first: Contradiction
  for (const type of types) {
    const found = ofType(type, parts, context, inside)
    if (found === undefined) return undefined
    first ??= found
  }
  return first
}

function ofType(
  type: string,
  parts: readonly SchemaObject[],
  context: SchemaContext,
  inside: Inside,
): Contradiction {
  switch (type) {
    case 'number':
      return numberContradiction(parts)
    case 'string':
      return stringContradiction(parts)
    case 'array':
      return arrayContradiction(parts, inside)
    case 'object':
      return objectContradiction(parts, context, inside)
    default:
      return undefined
  }
}

function ofBranches(parts: readonly SchemaObject[], inside: Inside): Contradiction {
  if (parts.every(({ anyOf, oneOf }) => (anyOf ?? oneOf) === undefined)) return undefined
  const own = parts.map(withoutApplied).filter((part) => !saysOnly(part, NOTHING))
  if (own.length === 0) return undefined
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    for (const { [keyword]: branches = [] } of parts) {
      if (branches.length === 0 || branches.length > MAX_BRANCHES) continue
      if (branches.every((branch) => inside([...own, branch]) !== undefined)) {
        return `nothing of its \`${keyword}\` fits the rest`
      }
    }
  }
  return undefined
}

const NOTHING: ReadonlySet<string> = new Set()

function withoutApplied({ $ref, allOf, anyOf, oneOf, ...own }: SchemaObject): SchemaObject {
  return own
}

/** Names of the schemas of objects that have to hold one like themselves: no value ends. */
export function endlessObjects(context: SchemaContext): ReadonlySet<string> {
  const links = [...context.schemas].map(([name, schema]) => [name, referencesOf(schema)] as const)
  const circular = cyclesOf(new Map(links))
  const needs = (name: string) =>
    [...namesNeeded(schemaNamed(name, context), context)].filter((each) => circular.has(each))
  const graph = [...circular.keys()].map((name) => [name, needs(name)] as const)
  return new Set(cyclesOf(new Map(graph)).keys())
}

/** Names of the schemas that a value satisfies, and those that its required members do. */
function namesNeeded(schema: Schema, context: SchemaContext): ReadonlySet<string> {
  const found = new Set<string>()
  const above = new Set<Schema>()
  const visit = (each: Schema): void => {
    if (above.has(each) || !isObjectOnly(each, context)) return
    above.add(each)
    const parts = conjunctsOf(each, context.lookup)
    const required = new Set(parts.flatMap((part) => part.required ?? []))
    for (const { $ref, properties = {} } of parts) {
      if ($ref !== undefined) found.add(schemaNameIn($ref))
      for (const [name, member] of Object.entries(properties)) if (required.has(name)) visit(member)
    }
  }
  visit(schema)
  return found
}

function isObjectOnly(schema: Schema, context: SchemaContext): boolean {
  const types = jsonTypesOf(schema, context)
  return types.size === 1 && types.has('object')
}
