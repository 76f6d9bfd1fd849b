import { jsonTypeNamed } from '../../openapi/json.js'
import { conjunctsOf, isNever } from '../../openapi/schema/conjuncts.js'
import { RESTRICTING_KEYWORDS } from '../../openapi/schema/keywords.js'
import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import { equalTo } from '../../validation/equality.js'
import { violationsOf } from '../../validation/explain/explain.js'
import type { SchemaContext } from './composition.js'
import { listedValues } from './json-values.js'

/** Two schemas of a `oneOf` that some values satisfy both, which it refuses therefore. */
export interface Overlap {
  readonly one: number
  readonly other: number
  /** A value; none: every one of the first schema. */
  readonly value?: unknown
}

const MAX_BRANCHES = 40

const LIMITS = { violations: 1, steps: 1_000, characters: 1_000 }

/** The first overlap of a schema's `oneOf`, as far as types, equal keywords and listed values tell. */
export function overlapOf(
  { oneOf: branches = [], ...around }: SchemaObject,
  context: SchemaContext,
): Overlap | undefined {
  const { lookup } = context
  if (branches.length > MAX_BRANCHES) return undefined
  const accepts = (schema: Schema, value: unknown) =>
    violationsOf(lookup, schema, value, LIMITS).length === 0
  const all = branches.map((schema) => {
    // Null is in few schemas, and in two of them by mistake.
    const values = [null, ...(listedValues(schema, context) ?? [])]
    const parts = isNever(schema, lookup) ? undefined : conjunctsOf(schema, lookup)
    return { schema, parts, values: values.filter((each) => accepts(schema, each)) }
  })
  for (const [one, { schema, parts, values }] of all.entries()) {
    if (parts === undefined) continue
    for (const [other, of] of all.entries()) {
      if (one === other || of.parts === undefined || equalTo(schema, of.schema)) continue
      if (areCovered(parts, of.parts)) return { one, other }
      const value = values.find((each) => accepts(of.schema, each) && accepts(around, each))
      if (value !== undefined) return { one, other, value }
    }
  }
  return undefined
}

function areCovered(one: readonly SchemaObject[], other: readonly SchemaObject[]): boolean {
  return other.every((part) =>
    Object.entries(part).every(([keyword, rule]) => {
      if (keyword === '$ref' || keyword === 'allOf') return true
      if (!RESTRICTING_KEYWORDS.has(keyword)) return true
      return one.some((each) => isNarrower(keyword, each, rule))
    }),
  )
}

function isNarrower(keyword: string, { [keyword]: own }: SchemaObject, rule: unknown): boolean {
  if (own === undefined) return false
  if (keyword === 'type') return areTypesOf(own as TypeRule, rule as TypeRule)
  if (typeof own === 'number' && typeof rule === 'number') {
    if (/^(exclusiveM|m)in/.test(keyword)) return own >= rule
    if (/^(exclusiveM|m)ax/.test(keyword)) return own <= rule
  }
  return equalTo(own, rule)
}

type TypeRule = NonNullable<SchemaObject['type']>

function areTypesOf(own: TypeRule, wanted: TypeRule): boolean {
  const all = [wanted].flat()
  return [own].flat().every((type) => {
    return (
      all.includes(type) || all.some((each) => each !== 'integer' && each === jsonTypeNamed(type))
    )
  })
}
