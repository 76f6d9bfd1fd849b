import { isObject } from '../../../openapi/json.js'
import type { Cursor } from '../document/cursor.js'
import { type DynamicScope, enterScope } from '../document/dynamic-scope.js'
import { targetOf } from '../document/references.js'
import { IN_PLACE, type Types } from './format-types.js'
import type { KeywordEntry } from './misplaced-keywords.js'
import { typeFromValue } from './type-keyword.js'

/** What a schema is in. */
export interface Surroundings {
  readonly scope: DynamicScope
  /** Types of the values, by the schemas around it that apply to the same values. */
  readonly types?: Types
  /** Locations whose schemas stand in the place of references. */
  readonly within?: ReadonlySet<string>
}

/** Most schemas that are asked for their types: no more stand between a format and its type. */
const MAX_SCHEMAS = 100

/** Types that some format is about. */
const FORMATTED = ['string', 'number', 'integer']

/** The surroundings of the schemas in a schema. */
export function surroundingsIn(
  schema: Cursor,
  keywords: readonly KeywordEntry[],
  outer: Surroundings,
): Surroundings {
  const isResource = isObject(schema.value) && '$id' in schema.value
  const scope = isResource ? enterScope(outer.scope, schema) : outer.scope
  const types = typesOf(keywords, outer.types)
  return { ...outer, scope, ...(types && { types }) }
}

/**
 * Types of the values that a schema accepts, as far as its keywords say so, what it refers to or a part of its
 * `allOf`; otherwise those of the schema around it.
 */
function typesOf(keywords: readonly KeywordEntry[], around: Types | undefined): Types | undefined {
  const partOf = (keyword: string) => keywords.find(([each]) => each === keyword)?.[1]
  const type = partOf('type')
  if (type !== undefined) return typeFromValue(type.value)?.type
  const reference = partOf('$ref')
  const parts = partOf('allOf')?.quiet()
  const all = [
    ...(reference ? targetsOf(reference) : []),
    ...(Array.isArray(parts?.value) ? parts.elements() : []),
  ]
  for (const part of all) {
    const found = ownTypes(part, new Set())
    if (found !== undefined) return found
  }
  return around
}

/** The target of the `$ref` of a schema, if a format there has its type from the schemas around it. */
export function openTarget(
  keywords: readonly KeywordEntry[],
  { types, within }: Surroundings,
): Cursor | undefined {
  const isFormatted = [types ?? []].flat().some((type) => FORMATTED.includes(type))
  const reference = isFormatted && keywords.find(([keyword]) => keyword === '$ref')?.[1]
  const [target] = reference ? targetsOf(reference) : []
  if (target === undefined || within?.has(target.fullPointer)) return undefined
  return hasOpenFormat(target, new Set()) ? target : undefined
}

function ownTypes(schema: Cursor, seen: Set<string>): Types | undefined {
  const { value, fullPointer } = schema
  if (!isObject(value) || seen.has(fullPointer) || seen.size > MAX_SCHEMAS) return undefined
  seen.add(fullPointer)
  if (value.type !== undefined) return typeFromValue(value.type)?.type
  for (const part of [...referencedBy(schema), ...elementsOf(schema, 'allOf')]) {
    const found = ownTypes(part, seen)
    if (found !== undefined) return found
  }
  return undefined
}

function hasOpenFormat(schema: Cursor, seen: Set<string>): boolean {
  const { value, fullPointer } = schema
  if (!isObject(value) || seen.has(fullPointer) || seen.size > MAX_SCHEMAS) return false
  seen.add(fullPointer)
  if (ownTypes(schema, new Set()) !== undefined) return false
  if (typeof value.format === 'string') return true
  const parts = [...IN_PLACE].flatMap((keyword) => elementsOf(schema, keyword))
  return [...referencedBy(schema), ...parts].some((part) => hasOpenFormat(part, seen))
}

function referencedBy(schema: Cursor): Cursor[] {
  // With its report: a target that is looked up once more is not reported again.
  const reference = typeof Object(schema.value).$ref === 'string' ? schema.get('$ref') : undefined
  return reference ? targetsOf(reference) : []
}

function targetsOf(reference: Cursor): Cursor[] {
  const target = typeof reference.value === 'string' ? targetOf(reference) : undefined
  return target ? [target] : []
}

/** The schemas of a keyword, without a report. */
function elementsOf(schema: Cursor, keyword: string): Cursor[] {
  const value = schema.quiet().get(keyword)
  if (Array.isArray(value?.value)) return value.elements()
  if (value === undefined || !isObject(value.value)) return []
  return keyword === 'dependentSchemas' ? value.entries().map(([, each]) => each) : [value]
}
