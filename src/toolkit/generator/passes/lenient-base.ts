import { refToSchema, schemaNameIn } from '../../openapi/schema/references.js'
import { type SchemaObject, SUBTYPES, selectedSchemas } from '../../openapi/schema/schema.js'
import type { SchemaContext } from '../analysis/composition.js'
import { selectingValues, valuesBySchema } from '../analysis/discriminators.js'
import { valuesAs } from '../analysis/json-values.js'
import { namedMembers } from '../analysis/members.js'
import type { PolymorphicBase } from '../analysis/polymorphic-base.js'

/** A base that a discriminator refuses no value of: the base itself, and the subtypes by their values. */
export function lenientBase(
  base: PolymorphicBase,
  body: string,
  context: SchemaContext,
): { readonly whole: SchemaObject; readonly wholeType: SchemaObject } {
  const { name, propertyName, targets } = base
  const all = selectedSchemas(base)
  const own = { $ref: refToSchema(body) }
  const others = targets.filter((target) => target !== name)
  const selected = others.map((target) => selectedBy({ ...base, mapping: all }, target, context))
  const told = others.map((target) => selectedBy(base, target, context))
  const leading = Object.entries(all).filter(([, $ref]) => others.includes(schemaNameIn($ref)))
  return {
    whole: {
      ...own,
      discriminator: { propertyName, mapping: Object.fromEntries(leading) },
      [SUBTYPES]: selected.filter((each) => each.properties !== undefined),
    },
    wholeType: { anyOf: [...told, own] },
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
