import type { PlacedSchema, Rule } from '../../conformance/values/place.js'
import { append } from '../../openapi/json-pointer.js'
import { KEYWORDS } from '../../openapi/schema/keywords.js'
import type { SchemaObject } from '../../openapi/schema/schema.js'
import { hasKind } from './kinds.js'

/** True for values that are written as one text each. */
export function isOneText(rules: readonly Rule[]): boolean {
  return !hasKind(rules, 'array') && !hasKind(rules, 'object')
}

/** An empty list is not written at all. */
export const SOME_ITEMS: PlacedSchema = { schema: { minItems: 1 }, pointer: '#' }

export function isMaybeEmpty(rules: readonly Rule[]): boolean {
  return hasKind(rules, 'array') && !rules.some(({ schema }) => Number(schema.minItems) > 0)
}

/** The schema of one item that is a list; none if there are other limits than those of its items. */
export function itemsOf(rules: readonly Rule[]): PlacedSchema | undefined {
  const [rule, ...others] = rules.filter(({ schema }) => limitsOf(schema).length > 0)
  if (rule === undefined || others.length > 0) return undefined
  const { schema, pointer } = rule
  const { type, items = true, minItems = 0, maxItems = 1 } = schema
  const isOther = limitsOf(schema).some((each) => !KEPT_BY_ONE.includes(each))
  if (type !== 'array' || isOther || Number(minItems) > 1 || Number(maxItems) < 1) return undefined
  return { schema: items, pointer: append(pointer, 'items') }
}

const KEPT_BY_ONE = ['type', 'items', 'minItems', 'maxItems', 'uniqueItems']

function limitsOf(schema: SchemaObject): string[] {
  return Object.keys(schema).filter((each) => KEYWORDS.has(each) && !ANNOTATIONS.includes(each))
}

const ANNOTATIONS = ['default', 'deprecated', 'description', 'title']
