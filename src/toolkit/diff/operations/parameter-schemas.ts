import type { Parameter } from '../../conformance/document/contract.js'
import type { PlacedSchema } from '../../conformance/values/place.js'
import { append } from '../../openapi/json-pointer.js'
import type { SchemaObject } from '../../openapi/schema/schema.js'
import type { ComparedDocument } from '../compared-document.js'
import { conjunctionOf } from '../inclusion/rules.js'
import { isOneText, itemsOf } from '../inclusion/written.js'
import type { Comparing } from './operation-effects.js'

/** A parameter as the report calls it. */
export function nameOfParameter(parameter: Parameter): string {
  return `${parameter.in} parameter ${parameter.name}`
}

/** The schema of a parameter, with its place; in Swagger 2.0 the keywords are in the parameter itself. */
export function schemaOfParameter(
  { contract }: ComparedDocument,
  { schema, pointer, style, mediaType = '' }: Parameter,
): PlacedSchema {
  if (contract.model.openapi === '2.0') return { schema, pointer }
  const place = style === 'content' ? ['content', mediaType, 'schema'] : ['schema']
  return { schema, pointer: append(pointer, ...place) }
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
  if (!isOneText(given)) return { ...both, old: notEmpty(both.old) }
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
