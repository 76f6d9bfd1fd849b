import { conjunctsOf, type SchemaLookup } from '../../openapi/schema/conjuncts.js'
import { mapSchema } from '../../openapi/schema/map.js'
import { linksOf, schemaNameIn } from '../../openapi/schema/references.js'
import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import { reachableFrom } from '../analysis/graph.js'
import type { Model } from '../model/model.js'

/**
 * Where a part may be a file or a text, `oneOf` becomes `anyOf`: the schema of bytes is that of a string, and accepts
 * each text that another alternative does. How a part is sent says what it is.
 */
export function fileAlternatives(model: Model): Model {
  const byName = new Map(model.schemas.map(({ name, schema }) => [name, schema]))
  const links = (name: string) => linksOf(byName.get(name) as Schema)
  const names = reachableFrom(multipartSchemas(model), links)
  if (names.size === 0) return model
  const lookup: SchemaLookup = ($ref) => byName.get(schemaNameIn($ref))
  const schemas = model.schemas.map((named) => {
    return names.has(named.name) ? { ...named, schema: opened(named.schema, lookup) } : named
  })
  return { ...model, schemas }
}

function multipartSchemas({ operations }: Model): string[] {
  const bodies = operations.flatMap(({ requestBody, responses }) => [
    ...(requestBody?.content ?? []),
    ...responses.flatMap(({ content }) => content),
  ])
  return bodies.flatMap(({ kind, schema }) => (kind === 'multipart' && schema ? schema : []))
}

function opened(schema: Schema, lookup: SchemaLookup): Schema {
  if (typeof schema === 'boolean') return schema
  const inside = mapSchema(schema, (child) => opened(child, lookup))
  const { oneOf, anyOf, discriminator, ...rest }: SchemaObject = inside
  if (oneOf === undefined || anyOf !== undefined || discriminator !== undefined) return inside
  return differInBytes(oneOf, lookup) ? { ...rest, anyOf: oneOf } : inside
}

/** True if the same value, or the same member, is bytes in one of the schemas and something else in another. */
function differInBytes(branches: readonly Schema[], lookup: SchemaLookup): boolean {
  if (branches.some((each) => isBytes(each, lookup))) return true
  const members = branches.flatMap((branch) =>
    conjunctsOf(branch, lookup).flatMap(({ properties = {} }) => Object.entries(properties)),
  )
  const [files, others] = [new Set<string>(), new Set<string>()]
  for (const [name, member] of members) (isBytes(member, lookup) ? files : others).add(name)
  return [...files].some((name) => others.has(name))
}

function isBytes(schema: Schema, lookup: SchemaLookup): boolean {
  return conjunctsOf(schema, lookup).some(isBytesItself)
}

/** True for a schema of bytes, by its own keywords. */
export function isBytesItself({
  format,
  contentMediaType,
  contentEncoding,
}: SchemaObject): boolean {
  if (format === 'binary' || contentEncoding === 'binary') return true
  return contentMediaType !== undefined && contentEncoding === undefined
}
