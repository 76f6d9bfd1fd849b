import type { SchemaLookup } from '../../../openapi/schema/conjuncts.js'
import { type Schema, type SchemaObject, SUBTYPES } from '../../../openapi/schema/schema.js'
import { describedBy } from '../../analysis/selected-branches.js'

/** Keys from a schema to a part of it. */
export type Path = readonly (string | number)[]

/** A subschema that applies to some values only, which satisfy `when`. */
interface Alternative {
  readonly path: Path
  readonly schema: Schema | undefined
  readonly when: Schema
}

/** The subschemas that apply to some values of a schema. */
export function alternativesOf(schema: SchemaObject, lookup: SchemaLookup): Alternative[] {
  const { if: test, then, else: otherwise, not, dependentSchemas = {} } = schema
  const conditions =
    test === undefined
      ? []
      : [
          { path: ['if'], schema: test, when: test },
          { path: ['then'], schema: then, when: test },
          { path: ['else'], schema: otherwise, when: { not: test } },
        ]
  return [
    ...(['anyOf', 'oneOf'] as const).flatMap((keyword) =>
      (schema[keyword] ?? []).map((branch, index) => {
        const when = keyword === 'anyOf' ? describedBy(schema, index, lookup) : branch
        return { path: [keyword, index], schema: branch, when }
      }),
    ),
    ...conditions,
    ...(schema[SUBTYPES] ?? []).map((each) => {
      return { path: ['discriminator'], schema: each, when: each }
    }),
    ...Object.entries(dependentSchemas).map(([name, each]) => {
      const when = { type: 'object', required: [name] } as const
      return { path: ['dependentSchemas', name], schema: each, when }
    }),
    // It holds for no valid value, but a rounded number might break it, or no longer do so.
    ...(not === undefined ? [] : [{ path: ['not'], schema: not, when: not }]),
  ]
}
