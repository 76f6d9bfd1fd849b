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
export function referencesOf(schema: Schema): readonly string[] {
  return typeof schema === 'boolean' ? [] : references(schema)
}

/** The same, and the targets of its discriminators. */
export function linksOf(schema: Schema): readonly string[] {
  return typeof schema === 'boolean' ? [] : links(schema)
}

/** Names of the schemas that a schema applies to its own instance, not to a member or an element. */
export function inPlaceReferencesOf(schema: Schema): readonly string[] {
  return typeof schema === 'boolean' ? [] : inPlaceReferences(schema)
}

const references = memoize((schema: SchemaObject) => collect(schema, ownReference, subschemas))

const links = memoize((schema: SchemaObject) =>
  collect(
    schema,
    (each) => [
      ...ownReference(each),
      ...Object.values(each.discriminator?.mapping ?? {}).map(schemaNameIn),
    ],
    subschemas,
  ),
)

const IN_PLACE = keywordsWith(({ schemas, about }) => schemas !== undefined && about === undefined)

const inPlaceReferences = memoize((schema: SchemaObject) =>
  collect(schema, ownReference, (each) => [
    ...IN_PLACE.flatMap(
      (keyword): Schema | readonly Schema[] => (each[keyword] ?? []) as Schema | Schema[],
    ),
    ...Object.values(each.dependentSchemas ?? {}),
  ]),
)

function ownReference({ $ref }: SchemaObject): string[] {
  return $ref === undefined ? [] : [schemaNameIn($ref)]
}

/** Names that a schema and all schemas below it give, each once. */
function collect(
  schema: SchemaObject,
  namesOf: (schema: SchemaObject) => string[],
  below: (schema: SchemaObject) => Schema[],
): readonly string[] {
  const found = new Set<string>()
  const visit = (each: Schema): void => {
    if (typeof each === 'boolean') return
    for (const name of namesOf(each)) found.add(name)
    for (const child of below(each)) visit(child)
  }
  visit(schema)
  return [...found]
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
