import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import { subschemas } from '../../openapi/schema/subschemas.js'
import { remembered } from '../shared/memoize.js'

/** The names of the schemas that a schema refers to by `$ref`, however deep. */
export function referencesOf(schema: Schema): readonly string[] {
  return typeof schema === 'boolean' ? [] : references(schema)
}

/** The same, and those that a discriminator leads to. */
export function linksOf(schema: Schema): readonly string[] {
  return typeof schema === 'boolean' ? [] : links(schema)
}

const references = remembered((schema: SchemaObject) =>
  all(schema, ({ $ref }) => ($ref === undefined ? [] : [nameIn($ref)])),
)

const links = remembered((schema: SchemaObject) =>
  all(schema, ({ $ref, discriminator }) => [
    ...($ref === undefined ? [] : [nameIn($ref)]),
    ...Object.values(discriminator?.mapping ?? {}).map(nameIn),
  ]),
)

function all(schema: SchemaObject, own: (schema: SchemaObject) => string[]): readonly string[] {
  const found = new Set<string>()
  collect(schema, own, found)
  return [...found]
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
