import { schemaNameIn } from './references.js'
import type { Schema, SchemaObject } from './schema.js'

export type SchemaLookup = ($ref: string) => Schema | undefined

/** Looks up schemas that have names. */
export function lookupIn(
  schemas: Iterable<{ readonly name: string; readonly schema: Schema }>,
): ($ref: string) => Schema {
  const byName = new Map([...schemas].map(({ name, schema }) => [name, schema]))
  return ($ref) => byName.get(schemaNameIn($ref)) as Schema
}

/**
 * All schemas that a value satisfies if it satisfies this one: the schema, the targets of `$ref`, and
 * the parts of `allOf`, each once. Booleans are left out: see {@link isNever}.
 */
export function conjunctsOf(
  schema: Schema | undefined,
  target: SchemaLookup,
): readonly SchemaObject[] {
  if (typeof schema !== 'object') return []
  // Most members are alone.
  if (schema.$ref === undefined && schema.allOf === undefined) return [schema]
  return [...withConjuncts(schema, target)].filter((each) => typeof each === 'object')
}

/** True for `false`, and for a `not` of what accepts everything. */
export function refusesAll(schema: Schema): boolean {
  if (typeof schema === 'boolean') return !schema
  const { not } = schema
  return not === true || (typeof not === 'object' && Object.keys(not).length === 0)
}

/** True if `false` is among the schemas that a value has to satisfy. */
export function isNever(schema: Schema, target: SchemaLookup): boolean {
  return schema === false || withConjuncts(schema, target).has(false)
}

function withConjuncts(schema: Schema, target: SchemaLookup): ReadonlySet<Schema> {
  const all = new Set([schema])
  // Iteration over a set goes on to the elements added meanwhile.
  for (const each of all) {
    if (typeof each !== 'object') continue
    const named = each.$ref === undefined ? undefined : target(each.$ref)
    if (named !== undefined) all.add(named)
    for (const part of each.allOf ?? []) all.add(part)
  }
  return all
}
