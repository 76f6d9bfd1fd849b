import { refTo, type Schema, type SchemaWithId } from '#toolkit/openapi/schema/schema.js'
import { explainBy } from '#toolkit/validation/explain/explain.js'

/** Explains by these schemas. */
export function explainer(
  schemas: readonly SchemaWithId[],
  ...limits: [limits?: Parameters<typeof explainBy>[3]]
) {
  const byName = new Map(schemas.map((schema) => [refTo(schema.$id), schema]))
  const target = ($ref: string) => byName.get($ref) as Schema
  return (schema: string, value: unknown): ReturnType<typeof explainBy> =>
    explainBy(target, schema, value, ...limits)
}
