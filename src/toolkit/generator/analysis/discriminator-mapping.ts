import { schemaNameIn } from '../../openapi/schema/references.js'
import type { Discriminator } from '../../openapi/schema/schema.js'
import { memoize } from '../../shared/memoize.js'
import { jsonTypesOf } from './json-types.js'
import { listedValues } from './listed-values.js'
import type { Member } from './members.js'
import type { SchemaContext } from './schema-context.js'

/** Values of a mapping by the name of their schema. */
export const valuesByTarget = memoize((mapping: Discriminator['mapping']) => {
  const values = new Map<string, string[]>()
  for (const [value, ref] of Object.entries(mapping)) {
    const name = schemaNameIn(ref)
    const known = values.get(name)
    if (known) known.push(value)
    else values.set(name, [value])
  }
  return values
})

/** Values of a discriminator for a schema; `undefined` if they add nothing to the member's own schema. */
export function narrowedValues(
  names: readonly string[],
  member: Member | undefined,
  context: SchemaContext,
): unknown[] | undefined {
  if (names.length === 0) return undefined
  const schema = member?.schema
  if (schema === undefined) return [...names]
  const types: ReadonlySet<string> = jsonTypesOf(schema, context)
  const values = names.flatMap((name) => valuesNamed(name, types))
  const listed = listedValues(schema, context)
  const possible = listed ? values.filter((value) => listed.includes(value)) : values
  // A member that allows none of the names contradicts the mapping; its own schema counts.
  const isNews = possible.length > 0 && possible.length !== listed?.length
  return isNews ? possible : undefined
}

/** A name in a mapping, always a string, as values of the member's types (`'True'`, `'1.0'`). */
export function valuesNamed(name: string, types: ReadonlySet<string>): unknown[] {
  const values: unknown[] = []
  if (types.has('string')) values.push(name)
  if (types.has('number') && /^-?\d+(\.\d+)?$/.test(name)) values.push(Number(name))
  if (types.has('boolean') && /^(true|false)$/i.test(name)) values.push(/^t/i.test(name))
  return values
}
