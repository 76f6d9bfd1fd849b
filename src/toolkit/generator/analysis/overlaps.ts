import { jsonTypeNamed } from '../../openapi/json.js'
import { conjunctsOf, isNever } from '../../openapi/schema/conjuncts.js'
import { RESTRICTING_KEYWORDS } from '../../openapi/schema/keywords.js'
import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import { equalTo } from '../../validation/equality.js'
import { violationsOf } from '../../validation/explain/explain.js'
import type { SchemaContext } from './composition.js'
import { SOON } from './contradictions.js'
import { listedValues } from './json-values.js'

function messageOf({ one, other, value }: Overlap): string {
  const refused = 'and `oneOf` refuses what satisfies two of them'
  const [first, second] = [`schema ${one + 1} of \`oneOf\``, `schema ${other + 1}`]
  if (value === undefined) return `what ${first} describes satisfies ${second}, too, ${refused}`
  const text = JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? Number(each) : each))
  return `${text} satisfies ${first} and ${second}, ${refused}`
}

/** Two schemas of a `oneOf` that some values satisfy both, which it refuses therefore. */
interface Overlap {
  readonly one: number
  readonly other: number
  /** A value; none: every one that has no other members than those of the first schema. */
  readonly value?: unknown
}

const MAX_BRANCHES = 40

/** What is wrong with a schema's `oneOf`: the first overlap, as far as types, equal keywords and listed values tell. */
export function overlapOf(schema: SchemaObject, context: SchemaContext): string | undefined {
  const overlap = firstOverlap(schema, context)
  return overlap && messageOf(overlap)
}

function firstOverlap(
  { oneOf: branches = [], ...around }: SchemaObject,
  context: SchemaContext,
): Overlap | undefined {
  const { lookup } = context
  if (branches.length > MAX_BRANCHES) return undefined
  const accepts = (schema: Schema, value: unknown) =>
    violationsOf(lookup, schema, value, SOON).length === 0
  const all = branches.map((schema) => {
    // Null is in few schemas, and in two of them by mistake.
    const values = [null, ...(listedValues(schema, context) ?? [])]
    const parts = isNever(schema, lookup) ? undefined : conjunctsOf(schema, lookup)
    return { parts, values: values.filter((each) => accepts(schema, each)) }
  })
  for (const [one, { parts, values }] of all.entries()) {
    if (parts === undefined) continue
    for (const [other, of] of all.entries()) {
      if (one === other || of.parts === undefined) continue
      if (areCovered(parts, of.parts)) return { one, other }
      const value = values.find(
        (each) => accepts(branches[other] as Schema, each) && accepts(around, each),
      )
      if (value !== undefined) return { one, other, value }
    }
  }
  return undefined
}

/** True if all that has no other members than some schemas describe satisfies other ones, too. */
function areCovered(one: readonly SchemaObject[], other: readonly SchemaObject[]): boolean {
  const [names, known] = [one, other].map((all) => all.flatMap(namesIn)) as [string[], string[]]
  const required = one.flatMap((each) => each.required ?? [])
  return other.every((part) =>
    Object.entries(part).every(([keyword, rule]) => {
      if (!RESTRICTING_KEYWORDS.has(keyword) || keyword === '$ref' || keyword === 'allOf')
        return true
      if (keyword === 'required') return part.required?.every((name) => required.includes(name))
      if (keyword === 'properties') return areMembersCovered(one, part)
      if (rule === false && CLOSING.includes(keyword))
        return names.every((name) => known.includes(name))
      return one.some((each) => isNarrower(keyword, each, rule))
    }),
  )
}

const CLOSING = ['additionalProperties', 'unevaluatedProperties']

function namesIn({ properties = {} }: SchemaObject): readonly string[] {
  return Object.keys(properties)
}

function areMembersCovered(
  one: readonly SchemaObject[],
  { properties = {} }: SchemaObject,
): boolean {
  return Object.entries(properties).every(([name, rule]) => {
    const own = one.flatMap((each) => each.properties?.[name] ?? [])
    return own.length === 0 || own.some((each) => equalTo(each, rule))
  })
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
