import type { TestedContract } from '../../conformance/document/contract.js'
import { shownPath } from '../../conformance/values/path.js'
import type { PlacedSchema, Rule } from '../../conformance/values/place.js'
import { shown } from '../../conformance/values/shown.js'
import { append } from '../../openapi/json-pointer.js'
import { schemaNameIn } from '../../openapi/schema/references.js'
import type { Schema } from '../../openapi/schema/schema.js'

/** A change of what a schema says beside what it accepts. */
export interface AnnotationChange {
  readonly kind: 'default' | 'discriminator'
  readonly path: readonly (string | number)[]
  readonly text: string
  /** Pointers in the old document and in the new one. */
  readonly places: readonly [old: string, kept: string]
}

/** Deepest members that are looked at. */
const DEEPEST = 8

/** Changes of defaults and of discriminators in a value and in the members that both documents describe. */
export function annotationChanges(
  [one, other]: readonly [TestedContract, TestedContract],
  [old, kept]: readonly [PlacedSchema, PlacedSchema],
): AnnotationChange[] {
  const seen = new Set<string>()
  const visit = (
    before: PlacedSchema,
    after: PlacedSchema,
    path: readonly (string | number)[],
  ): AnnotationChange[] => {
    const [first, second] = [ruleOf(one, before), ruleOf(other, after)]
    if (first === undefined || second === undefined || path.length > DEEPEST) return []
    const key = `${first.pointer} ${second.pointer}`
    if (seen.has(key)) return []
    seen.add(key)
    return [
      ...ownChanges(first, second, path),
      ...partsOf(first, second).flatMap(([a, b, step]) => visit(a, b, [...path, ...step])),
    ]
  }
  return visit(old, kept, [])
}

/** The schema that references lead to; none for `true` and `false`. */
function ruleOf(contract: TestedContract, { schema, pointer }: PlacedSchema): Rule | undefined {
  if (typeof schema === 'boolean') return undefined
  const { $ref } = schema
  if ($ref === undefined || Object.hasOwn(schema, 'default')) return { schema, pointer }
  return ruleOf(contract, {
    schema: contract.target($ref),
    pointer: contract.pointerOf(schemaNameIn($ref)),
  })
}

function ownChanges(old: Rule, kept: Rule, path: AnnotationChange['path']): AnnotationChange[] {
  const [before, after] = [old, kept].map(({ schema }) => {
    return Object.hasOwn(schema, 'default') ? shown(schema.default) : 'none'
  })
  const choices = [old, kept].map(discriminatorOf)
  const change = (kind: AnnotationChange['kind'], text: string): AnnotationChange => {
    const at = (rule: Rule) =>
      Object.hasOwn(rule.schema, kind) ? append(rule.pointer, kind) : rule.pointer
    return { kind, path, text, places: [at(old), at(kept)] }
  }
  return [
    ...(before === after ? [] : [change('default', `default ${before} → ${after}`)]),
    ...(choices[0] === choices[1]
      ? []
      : [change('discriminator', `discriminator ${choices.join(' → ')}`)]),
  ]
}

function discriminatorOf({ schema: { discriminator } }: Rule): string {
  if (discriminator === undefined) return 'none'
  const { propertyName, mapping } = discriminator
  return `${propertyName} (${Object.keys(mapping).sort().join(', ')})`
}

type Pair = readonly [old: PlacedSchema, kept: PlacedSchema, step: readonly (string | number)[]]

/** The schemas at the same places of both. */
function partsOf(old: Rule, kept: Rule): Pair[] {
  const pair = (
    before: Schema,
    after: Schema,
    keys: readonly (string | number)[],
    step: Pair[2],
  ): Pair => [
    { schema: before, pointer: append(old.pointer, ...keys) },
    { schema: after, pointer: append(kept.pointer, ...keys) },
    step,
  ]
  const { properties: members = {}, items: item } = kept.schema
  const named = Object.entries(old.schema.properties ?? {}).flatMap(([name, each]) =>
    Object.hasOwn(members, name)
      ? [pair(each, members[name] as Schema, ['properties', name], [name])]
      : [],
  )
  const items = old.schema.items
  const branches = (['allOf', 'oneOf', 'anyOf'] as const).flatMap((keyword) => {
    const [before = [], after = []] = [old.schema[keyword], kept.schema[keyword]]
    if (before.length !== after.length) return []
    return before.map((each, at) => pair(each, after[at] as Schema, [keyword, at], []))
  })
  return [...named, ...(items && item ? [pair(items, item, ['items'], [0])] : []), ...branches]
}

/** The part that an annotation is about, and who notices. */
export function annotationWords({ kind, path }: AnnotationChange, part: string) {
  const place = shownPath(path, part)
  return {
    ...(path.length > 0 && { path: shownPath(path, '') }),
    who:
      kind === 'default' ? `clients that leave ${place} out` : `clients that choose a schema by it`,
  }
}
