import { memoize } from '../../shared/memoize.js'
import { keywordsWith } from './keywords.js'
import { subschemas } from './map.js'
import type { Schema, SchemaObject } from './schema.js'

const PREFIX = '#/$defs/'

/** The `$ref` to a named schema. */
export function refToSchema(name: string): string {
  return `${PREFIX}${name}`
}

/** The name in such a `$ref`. */
export function schemaNameIn($ref: string): string {
  return $ref.slice(PREFIX.length)
}

/** Names of all schemas that a schema refers to by `$ref`, at any depth. */
export const referencesOf = collector(ownReference, subschemas)

/** The same, and the targets of its discriminators. */
export const linksOf = collector((schema) => {
  const { mapping = {}, defaultMapping } = schema.discriminator ?? {}
  const mapped = [...Object.values(mapping), ...(defaultMapping ? [defaultMapping] : [])]
  return [...ownReference(schema), ...mapped.map(schemaNameIn)]
}, subschemas)

const IN_PLACE = keywordsWith(({ schemas, about }) => schemas !== undefined && about === undefined)

/** Names of the schemas that a schema applies to its own instance, not to a member or an element. */
export const inPlaceReferencesOf = collector(ownReference, (schema) => [
  ...IN_PLACE.flatMap((keyword) => [schema[keyword] ?? []].flat() as Schema[]),
  ...Object.values(schema.dependentSchemas ?? {}),
])

function ownReference({ $ref }: SchemaObject): string[] {
  return $ref === undefined ? [] : [schemaNameIn($ref)]
}

/** Collects the names that a schema and all schemas below it give, each once. */
function collector(
  namesOf: (schema: SchemaObject) => string[],
  below: (schema: SchemaObject) => Schema[],
): (schema: Schema) => readonly string[] {
  const collect = memoize((schema: SchemaObject): readonly string[] => {
    const found = new Set<string>()
    const visit = (each: Schema): void => {
      if (typeof each === 'boolean') return
      for (const name of namesOf(each)) found.add(name)
      for (const child of below(each)) visit(child)
    }
    visit(schema)
    return [...found]
  })
  return (schema) => (typeof schema === 'boolean' ? [] : collect(schema))
}

/** Names of the schemas that a schema inherits from: the references in its `allOf`, at any depth. */
export function parentsOf(schema: Schema): string[] {
  if (typeof schema === 'boolean') return []
  return (schema.allOf ?? []).flatMap((part) =>
    typeof part === 'object' && part.$ref !== undefined
      ? [schemaNameIn(part.$ref)]
      : parentsOf(part),
  )
}
