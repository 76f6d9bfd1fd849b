import type { Parameter } from '../../conformance/document/contract.js'
import type { PlacedSchema, Rule } from '../../conformance/values/place.js'
import { append } from '../../openapi/json-pointer.js'
import { KEYWORDS } from '../../openapi/schema/keywords.js'
import type { SchemaObject } from '../../openapi/schema/schema.js'
import type { ComparedDocument } from '../compared-document.js'
import { hasKind } from '../inclusion/kinds.js'
import { conjunctionOf } from '../inclusion/rules.js'
import type { Comparing } from './operation-effects.js'

/** A parameter as the report calls it. */
export function nameOfParameter(parameter: Parameter): string {
  return `${parameter.in} parameter ${parameter.name}`
}

/** The schema of a parameter; in Swagger 2.0 the keywords are in the parameter itself. */
export function schemaOfParameter(
  { contract }: ComparedDocument,
  { schema, pointer }: Parameter,
): PlacedSchema {
  const isOld = contract.model.openapi === '2.0'
  return { schema, pointer: isOld ? pointer : append(pointer, 'schema') }
}

/** The schemas of a parameter in both documents, of what is written: of a list of one, the item. */
export function writtenSchemas(
  { old: before, new: after }: Comparing,
  old: Parameter,
  kept: Parameter,
): Readonly<Record<'old' | 'new', PlacedSchema>> {
  const both = { old: schemaOfParameter(before, old), new: schemaOfParameter(after, kept) }
  if (old.style === 'content' || kept.style === 'content') return both
  const given = conjunctionOf(before.contract, [both.old]).rules ?? []
  if (hasKind(given, 'array') || hasKind(given, 'object')) {
    return { ...both, old: notEmpty(both.old) }
  }
  const items = itemsOf(conjunctionOf(after.contract, [both.new]).rules ?? [])
  return { ...both, ...(items !== undefined && { new: items }) }
}

/** Empty lists and objects are not written at all. */
function notEmpty({ schema, pointer }: PlacedSchema): PlacedSchema {
  if (schema === false) return { schema, pointer }
  const known: SchemaObject = schema === true ? {} : schema
  const least = (count: unknown) => Math.max(1, Number(count ?? 0))
  const { minItems, minProperties } = known
  return {
    schema: { ...known, minItems: least(minItems), minProperties: least(minProperties) },
    pointer,
  }
}

/** The schema of one item that is a list; none if there are other limits than those of its items. */
function itemsOf(rules: readonly Rule[]): PlacedSchema | undefined {
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
