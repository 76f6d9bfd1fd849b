import { isInt64Schema, type Schema, type SchemaObject } from '../../openapi/schema/schema.js'
import { compositionOf } from './composition.js'
import { jsonTypeOf, ownJsonTypes } from './json-types.js'
import { type SchemaContext, schemaNamed } from './schema-context.js'

/** The values that a schema without combinations lists; `undefined` if it lists none. */
export function ownListedValues(schema: SchemaObject): readonly unknown[] | undefined {
  const values = schema.enum ?? ('const' in schema ? [schema.const] : undefined)
  if (values === undefined) return undefined
  const types = ownJsonTypes({ ...schema, enum: values })
  return values.filter((value) => types.has(jsonTypeOf(value)))
}

/** The values that a schema lists, itself or by its references. */
export function listedValues(
  schema: Schema,
  context: SchemaContext,
): readonly unknown[] | undefined {
  const { own, refs } = compositionOf(schema)
  const [first, ...others] = [
    ...own.map(ownListedValues),
    ...refs.map((name) => listedValues(schemaNamed(name, context), context)),
  ].filter((values) => values !== undefined)
  return first?.filter((value) => others.every((values) => values.includes(value)))
}

/** A schema of some values of another schema; int64s stay int64s. */
export function valuesAs(
  values: readonly unknown[],
  schema: Schema | undefined,
  context: SchemaContext,
): SchemaObject {
  const isNumeric = values.every((value) => typeof value === 'number')
  // All values of a member without a schema are strings.
  const isBig = isNumeric && allowsInt64(schema as Schema, context)
  return { enum: values, ...(isBig && { type: 'integer', format: 'int64' }) }
}

function allowsInt64(schema: Schema, context: SchemaContext): boolean {
  const { own, refs } = compositionOf(schema)
  return (
    own.some(isInt64Schema) || refs.some((name) => allowsInt64(schemaNamed(name, context), context))
  )
}
