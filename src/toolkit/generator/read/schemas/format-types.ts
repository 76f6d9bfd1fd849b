import { isObject } from '../../../openapi/json.js'
import { keywordsWith } from '../../../openapi/schema/keywords.js'
import type { SchemaObject } from '../../../openapi/schema/schema.js'
import { SMALL_INTEGERS } from '../../../validation/assertions.js'
import type { Cursor } from '../document/cursor.js'
import { targetOf } from '../document/references.js'
import { type DynamicScope, enterScope } from '../document/schema-resources.js'
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

export function surroundingsIn(schema: Cursor, outer: Surroundings): Surroundings {
  const isResource = isObject(schema.value) && '$id' in schema.value
  const scope = isResource ? enterScope(outer.scope, schema) : outer.scope
  const types = typesOf(schema) ?? outer.types
  return { ...outer, scope, ...(types && { types }) }
}

/** Types of the values that a schema accepts, as it says itself, what it refers to or a part of its `allOf`. */
function typesOf(schema: Cursor, seen = new Set<string>()): Types | undefined {
  const { value, fullPointer } = schema
  if (!isObject(value) || seen.has(fullPointer) || seen.size > MAX_SCHEMAS) return undefined
  seen.add(fullPointer)
  if (value.type !== undefined) return typeFromValue(value.type)?.type
  for (const part of [...targetsOf(schema), ...elementsOf(schema, 'allOf')]) {
    const found = typesOf(part, seen)
    if (found !== undefined) return found
  }
  return undefined
}

/** The target of the `$ref` of a schema, if a format there has its type from the schemas around it. */
export function openTarget(
  keywords: readonly KeywordEntry[],
  { types, within }: Surroundings,
): Cursor | undefined {
  const isFormatted = [types ?? []].flat().some((type) => /^(string|number|integer)$/.test(type))
  const reference = isFormatted && keywords.find(([keyword]) => keyword === '$ref')?.[1]
  const target = reference ? targetOf(reference) : undefined
  if (target === undefined || within?.has(target.fullPointer)) return undefined
  return hasOpenFormat(target, new Set()) ? target : undefined
}

function hasOpenFormat(schema: Cursor, seen: Set<string>): boolean {
  const { value, fullPointer } = schema
  if (!isObject(value) || seen.has(fullPointer) || seen.size > MAX_SCHEMAS) return false
  seen.add(fullPointer)
  if (typesOf(schema) !== undefined) return false
  if (typeof value.format === 'string') return true
  const parts = [...IN_PLACE].flatMap((keyword) => elementsOf(schema, keyword))
  return [...targetsOf(schema), ...parts].some((part) => hasOpenFormat(part, seen))
}

/** What a schema refers to, with its report: a target that is looked up once more is not reported again. */
function targetsOf(schema: Cursor): Cursor[] {
  const reference = typeof Object(schema.value).$ref === 'string' ? schema.get('$ref') : undefined
  return [reference && targetOf(reference)].filter((each) => each !== undefined)
}

function elementsOf(schema: Cursor, keyword: string): Cursor[] {
  const value = schema.quiet().get(keyword)
  if (Array.isArray(value?.value)) return value.elements()
  if (value === undefined || !isObject(value.value)) return []
  return keyword === 'dependentSchemas' ? value.entries().map(([, each]) => each) : [value]
}

export type Types = NonNullable<SchemaObject['type']>

const INTEGERS = new Set<unknown>(['int32', 'int64', ...SMALL_INTEGERS.keys()])
/** Keywords whose schemas apply to the same value, so that the type beside them is theirs, too. */
export const IN_PLACE: ReadonlySet<string> = new Set([
  ...keywordsWith(({ schemas, about }) => schemas !== undefined && about === undefined),
  'dependentSchemas',
])

/**
 * A schema whose format stands beside the type that it is of. A format without any type only describes (JSON Schema
 * Validation 2020-12, section 7.2.1); a branch leaves the type to the schema around it; and OpenAPI's format registry
 * has `int32` and `int64` for `number`, too.
 */
export function withFormatType(schema: SchemaObject, around?: Types): SchemaObject {
  const { format, type = around } = schema
  if (type === undefined || format === undefined) return schema
  const typed = { ...schema, type: INTEGERS.has(format) ? integersOf(type) : type }
  const limits = SMALL_INTEGERS.get(format)
  return limits === undefined ? typed : { ...typed, allOf: [...(schema.allOf ?? []), limits] }
}

function integersOf(type: Types): Types {
  if (typeof type === 'string') return type === 'number' ? 'integer' : type
  return [...new Set(type.map((each) => (each === 'number' ? 'integer' : each)))]
}
