import { subschemas } from '../schemas/int64.js'
import type { Schema, SchemaObject } from '../schemas/schema.js'

/** The names of the schemas that a schema refers to by `$ref`, however deep. */
export function referencesOf(schema: Schema): readonly string[] {
  return remembered(schema, references, ({ $ref }) => ($ref === undefined ? [] : [nameIn($ref)]))
}

/** The same, and those that a discriminator leads to. */
export function linksOf(schema: Schema): readonly string[] {
  return remembered(schema, links, ({ $ref, discriminator }) => [
    ...($ref === undefined ? [] : [nameIn($ref)]),
    ...Object.values(discriminator?.mapping ?? {}).map(nameIn),
  ])
}

/** They are asked for again and again, also in the next run. */
type Memory = WeakMap<SchemaObject, readonly string[]>
const references: Memory = new WeakMap()
const links: Memory = new WeakMap()

function remembered(
  schema: Schema,
  memory: Memory,
  own: (schema: SchemaObject) => string[],
): readonly string[] {
  if (typeof schema === 'boolean') return []
  const known = memory.get(schema)
  if (known !== undefined) return known
  const found = new Set<string>()
  collect(schema, own, found)
  const names = [...found]
  memory.set(schema, names)
  return names
}

function collect(
  schema: Schema,
  own: (schema: SchemaObject) => string[],
  found: Set<string>,
): void {
  if (typeof schema === 'boolean') return
  for (const name of own(schema)) found.add(name)
  for (const child of subschemas(schema)) collect(child, own, found)
}

function nameIn($ref: string): string {
  return $ref.slice('#/$defs/'.length)
}
