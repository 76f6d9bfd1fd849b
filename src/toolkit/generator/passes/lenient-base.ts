import { refToSchema, schemaNameIn } from '../../openapi/schema/references.js'
import { type SchemaObject, SUBTYPES, selectedSchemas } from '../../openapi/schema/schema.js'
import type { SchemaContext } from '../analysis/composition.js'
import {
  type PolymorphicBase,
  selectingValues,
  unlessOthers,
  valuesBySchema,
} from '../analysis/discriminators.js'
import { valuesAs } from '../analysis/json-values.js'
import { namedMembers } from '../analysis/members.js'

/** A base that a discriminator refuses no value of: the base itself, and the subtypes by their values. */
export function lenientBase(
  base: PolymorphicBase,
  body: string,
  context: SchemaContext,
): { readonly whole: SchemaObject; readonly wholeType: SchemaObject } {
  const { name, propertyName, targets, defaultMapping } = base
  const all = selectedSchemas(base)
  const own = { $ref: refToSchema(body) }
  const others = targets.filter((target) => target !== name)
  const fallback = others.find((target) => refToSchema(target) === defaultMapping)
  const heirs = others.filter((target) => target !== fallback)
  const selected = heirs.map((target) => selectedBy({ ...base, mapping: all }, target, context))
  const told = heirs.map((target) => selectedBy(base, target, context))
  const leading = Object.entries(all).filter(([, $ref]) => others.includes(schemaNameIn($ref)))
  const subtypes = selected.filter((each) => each.properties !== undefined)
  const mapping = Object.fromEntries(leading)
  if (fallback === undefined) {
    return {
      whole: { ...own, discriminator: { propertyName, mapping }, [SUBTYPES]: subtypes },
      wholeType: { anyOf: [...told, own] },
    }
  }
  const $ref = refToSchema(fallback)
  const itself = targets.includes(name)
    ? [{ ...selectedBy({ ...base, mapping: all }, name, context), ...own }]
    : []
  const rest = { $ref, ...unlessOthers(propertyName, [...subtypes, ...itself]) }
  return {
    whole: {
      ...own,
      discriminator: { propertyName, mapping, defaultMapping: $ref },
      [SUBTYPES]: [...subtypes, ...itself, rest],
    },
    wholeType: { anyOf: [...told, { $ref }, own] },
  }
}

/** A schema for the values that a discriminator leads to it with; for any value if there are none. */
function selectedBy(
  { name, propertyName, mapping }: PolymorphicBase,
  target: string,
  context: SchemaContext,
): SchemaObject {
  const $ref = refToSchema(target)
  const { schema } = namedMembers(target, context).get(propertyName) ?? {}
  const base = namedMembers(name, context).get(propertyName)?.schema
  const names = valuesBySchema(mapping).get(target) as readonly string[]
  const values = selectingValues(names, schema, base, context)
  if (values.length === 0) return { $ref }
  const property = valuesAs(values, schema, context)
  return { $ref, required: [propertyName], properties: { [propertyName]: property } }
}
