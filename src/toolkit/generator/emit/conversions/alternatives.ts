import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'

/** A subschema that applies to some values only. */
interface Alternative {
  /** Keys from the schema to it. */
  readonly path: readonly (string | number)[]
  readonly schema: Schema | undefined
  /** Schema of the values that it applies to. */
  readonly when: Schema
}

/** The subschemas that apply to some values of a schema. */
export function alternativesOf(schema: SchemaObject): Alternative[] {
  return [...branchesIn(schema), ...conditionsIn(schema), ...dependentsIn(schema)]
}

function branchesIn(schema: SchemaObject): Alternative[] {
  return (['anyOf', 'oneOf'] as const).flatMap((keyword) =>
    (schema[keyword] ?? []).map((branch, index) => {
      return { path: [keyword, index], schema: branch, when: branch }
    }),
  )
}

function conditionsIn({ if: test, then, else: otherwise }: SchemaObject): Alternative[] {
  if (test === undefined) return []
  const not = { not: test as Schema }
  return [
    { path: ['then'], schema: then as Schema | undefined, when: test as Schema },
    { path: ['else'], schema: otherwise as Schema | undefined, when: not },
  ]
}

function dependentsIn({ dependentSchemas = {} }: SchemaObject): Alternative[] {
  return Object.entries(dependentSchemas as Readonly<Record<string, Schema>>).map(
    ([name, schema]) => {
      const when = { type: 'object', required: [name] } as const
      return { path: ['dependentSchemas', name], schema, when }
    },
  )
}
