import type { TestedContract } from '../../conformance/document/contract.js'
import { shownPath } from '../../conformance/values/path.js'
import type { PlacedSchema, Rule } from '../../conformance/values/place.js'
import { shown } from '../../conformance/values/shown.js'
import { append, segments } from '../../openapi/json-pointer.js'
import { schemaNameIn } from '../../openapi/schema/references.js'
import {
  ONE_WAY,
  type OneWayMembers,
  type Schema,
  type SchemaObject,
} from '../../openapi/schema/schema.js'
import { formats } from '../../validation/formats.js'

/** A change of what a schema says beside what it accepts. */
export interface AnnotationChange {
  readonly kind: 'default' | 'discriminator' | 'deprecated' | 'format' | 'content' | 'one-way'
  readonly path: readonly (string | number)[]
  readonly text: string
  /** Pointers in the old document and in the new one. */
  readonly places: readonly [old: string, kept: string]
}

/** What a schema says, with what it has from schemas that it only refers to. */
interface AnnotatedRule extends Rule {
  readonly contract: TestedContract
  /** Where each kind is said. */
  readonly said: Readonly<Record<string, string>>
}

/** Deepest members that are looked at. */
const DEEPEST = 8

/** Changes of defaults, discriminators and other annotations in a value and in the members that both documents describe. */
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
    const key = JSON.stringify([first, second].map(({ pointer, said }) => [pointer, said]))
    if (seen.has(key)) return []
    seen.add(key)
    return [
      ...ownChanges(first, second, path),
      ...partsOf(first, second).flatMap(([a, b, step]) => visit(a, b, [...path, ...step])),
    ]
  }
  return visit(old, kept, [])
}

/** The schema that references lead to, with what is said beside them; none for `true` and `false`. */
function ruleOf(
  contract: TestedContract,
  { schema, pointer }: PlacedSchema,
): AnnotatedRule | undefined {
  if (typeof schema === 'boolean') return undefined
  const { $ref, allOf = [], ...own } = schema
  const kinds = Object.keys(ANNOTATIONS).filter((kind) => Object.hasOwn(own, kind))
  const said = Object.fromEntries(kinds.map((kind) => [kind, append(pointer, kind)]))
  const isWrapped = allOf.length === 1 && Object.keys(own).every((key) => key in said)
  const part = isWrapped && { schema: allOf[0] as Schema, pointer: append(pointer, 'allOf', 0) }
  const target = $ref !== undefined && {
    schema: contract.target($ref),
    pointer: contract.pointerOf(schemaNameIn($ref)),
  }
  const inner = (target || part) && ruleOf(contract, (target || part) as PlacedSchema)
  if (!inner) return { schema, pointer, contract, said }
  const beside = Object.fromEntries(Object.entries(own).filter(([key]) => key in said))
  return { ...inner, schema: { ...inner.schema, ...beside }, said: { ...inner.said, ...said } }
}

/** What a schema says under each kind. */
const ANNOTATIONS: Readonly<
  Record<Exclude<AnnotationChange['kind'], 'one-way'>, (rule: AnnotatedRule) => string>
> = {
  default: ({ schema }) => (Object.hasOwn(schema, 'default') ? shown(schema.default) : 'none'),
  discriminator: discriminatorOf,
  deprecated: ({ schema: { deprecated = false } }) => String(deprecated),
  content: contentOf,
  // The others are compared by what they accept.
  format: ({ schema: { format } }) =>
    format === undefined || isChecked(format) ? 'none' : shown(format),
}

/** What generated code does not have, and documents say. */
function contentOf({ contract, pointer }: AnnotatedRule): string {
  const keys = segments(pointer) ?? []
  const said = keys.reduce<unknown>((node, key) => Object(node)[key], contract.document)
  const { contentEncoding, contentMediaType } = Object(said)
  const texts = [contentMediaType, contentEncoding].filter((each) => typeof each === 'string')
  return texts.length === 0 ? 'none' : texts.join(' in ')
}

function isChecked(format: string): boolean {
  return Object.hasOwn(formats, format) || /^int(32|64)$/.test(format)
}

function ownChanges(
  old: AnnotatedRule,
  kept: AnnotatedRule,
  path: AnnotationChange['path'],
): AnnotationChange[] {
  const change = (kind: AnnotationChange['kind'], text: string, more = path): AnnotationChange => {
    const at = (rule: AnnotatedRule) => rule.said[kind] ?? rule.pointer
    return { kind, path: more, text, places: [at(old), at(kept)] }
  }
  const kinds = Object.keys(ANNOTATIONS) as (keyof typeof ANNOTATIONS)[]
  return [
    ...kinds.flatMap((kind) => {
      const [before, after] = [old, kept].map(ANNOTATIONS[kind])
      const isOver = kind === 'deprecated' && after === 'false'
      // A list or an object has formats inside.
      const isOther = kind === 'format' && [old, kept].some(({ schema }) => isHolder(schema))
      return before === after || isOver || isOther
        ? []
        : [change(kind, `${kind} ${before} → ${after}`)]
    }),
    ...newOneWay(old, kept).map((name) => {
      const { keyword } = kept.schema[ONE_WAY] as OneWayMembers
      return change('one-way', `is ${keyword}`, [...path, name])
    }),
  ]
}

function isHolder({ type }: SchemaObject): boolean {
  return type === 'array' || type === 'object'
}

/** Members that no longer travel in the direction of these schemas. */
function newOneWay({ schema: old }: Rule, { schema: kept }: Rule): readonly string[] {
  const before = old[ONE_WAY]?.names ?? []
  const known = Object.keys(old.properties ?? {})
  return (kept[ONE_WAY]?.names ?? []).filter(
    (name) => known.includes(name) && !before.includes(name),
  )
}

function discriminatorOf({ schema: { discriminator } }: Rule): string {
  if (discriminator === undefined) return 'none'
  const { propertyName, mapping, defaultMapping } = discriminator
  const others = defaultMapping === undefined ? [] : [`else ${schemaNameIn(defaultMapping)}`]
  return `${propertyName} (${[...Object.keys(mapping).sort(), ...others].join(', ')})`
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
  const who = {
    default: `clients that leave ${place} out`,
    discriminator: 'clients that choose a schema by it',
    deprecated: `clients that use ${place}`,
    content: `clients that use ${place}`,
    format: `clients that have a type for the format of ${place}`,
    'one-way': `clients that use ${place}`,
  }
  return { ...(path.length > 0 && { path: shownPath(path, '') }), who: who[kind] }
}
