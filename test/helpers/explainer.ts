import { refTo, type Schema, type SchemaWithId } from '#toolkit/openapi/schema/schema.js'
import { explainBy } from '#toolkit/validation/explain/explain.js'

export type SchemaExplainer = (schema: string, value: unknown) => ReturnType<typeof explainBy>

/** Explains by these schemas. */
export function explainer(
  schemas: readonly SchemaWithId[],
  ...limits: [limits?: Parameters<typeof explainBy>[3]]
): SchemaExplainer {
  const byName = new Map(schemas.map((schema) => [refTo(schema.$id), schema]))
  const target = ($ref: string) => byName.get($ref) as Schema
  return (schema, value) => explainBy(target, schema, value, ...limits)
}
