import { conjunctsOf, lookupIn, type SchemaLookup } from '../../openapi/schema/conjuncts.js'
import { FILE_SCHEMA, textRuleIn } from '../../openapi/schema/file-schema.js'
import { mapSchema, subschemasWithPointers } from '../../openapi/schema/map.js'
import { linksOf, schemaNameIn } from '../../openapi/schema/references.js'
import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import { linksByName, reachableFrom } from '../analysis/graph.js'
import { requestContent, responseContent, schemasAround, schemasOf } from '../model/content.js'
import type { MediaType, Model } from '../model/model.js'

const IN_PLACE = new Set(['allOf', 'anyOf', 'oneOf'])

/**
 * A schema of bytes is that of any string. In a multipart request, where a text may be sent in place of a file, or
 * bytes have rules for texts, it becomes {@link FILE_SCHEMA}, which no text satisfies. A schema that other values
 * have, too, stays: a file satisfies it as an empty text.
 */
export function filePlaceholders(model: Model): Model {
  const { roots, parts } = multipartBodies(model)
  if (roots.size === 0) return model
  const lookup = lookupIn(model.schemas)
  const schemas = model.schemas.map((each) => {
    const { name, schema } = each
    if (!parts.has(name)) return each
    return { ...each, schema: ofBody(schema, lookup, !roots.has(name)) }
  })
  return { ...model, schemas }
}

/** Names of the schemas of multipart requests, and of all that such bodies are composed of, and nothing else is. */
function multipartBodies({ operations, schemas }: Model) {
  const byName = new Map(schemas.map(({ name, schema }) => [name, schema]))
  const schemaNamed = (name: string) => byName.get(name) as Schema
  const requests = operations.flatMap(requestContent)
  const roots = new Set(schemasOf(requests.filter(isMultipart)))
  const others = [
    ...schemasOf(requests.filter((media) => !isMultipart(media))),
    ...schemasOf(operations.flatMap(responseContent)),
    ...operations.flatMap(schemasAround),
  ]
  const bodies = reachableFrom(roots, (name) => linksInPlace(schemaNamed(name)))
  const inside = [...bodies].flatMap((name) => linksInside(schemaNamed(name)))
  const shared = reachableFrom([...others, ...inside], linksByName(schemas))
  return { roots, parts: new Set([...bodies].filter((name) => !shared.has(name))) }
}

function linksInPlace(schema: Schema): string[] {
  if (typeof schema === 'boolean') return []
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema
  const own = $ref === undefined ? [] : [schemaNameIn($ref)]
  return [...own, ...[...allOf, ...anyOf, ...oneOf].flatMap(linksInPlace)]
}

function linksInside(schema: Schema): string[] {
  if (typeof schema === 'boolean') return []
  return subschemasWithPointers(schema).flatMap(([keyword, child]) =>
    IN_PLACE.has(keyword) ? linksInside(child) : linksOf(child),
  )
}

/** `isForced`: other alternatives describe the same members. */
function ofBody(schema: Schema, lookup: SchemaLookup, isForced: boolean): Schema {
  if (typeof schema === 'boolean') return schema
  return mapSchema(schema, (child, keyword) => {
    if (IN_PLACE.has(keyword)) return ofBody(child, lookup, isForced || keyword !== 'allOf')
    const isPart = keyword === 'properties' || keyword === 'additionalProperties'
    return isPart ? ofPart(child, lookup, isForced, []) : child
  })
}

/** The schema of a part: the same object if it is of no file, or checks nothing of it. */
function ofPart(
  schema: Schema,
  lookup: SchemaLookup,
  isForced: boolean,
  above: readonly Schema[],
): Schema {
  if (typeof schema === 'boolean' || above.includes(schema)) return schema
  const conjuncts = conjunctsOf(schema, lookup)
  if (conjuncts.some(isBytesItself)) {
    const isChanged = isForced || conjuncts.some(restrictsText)
    // Members travel in one direction only by these keywords.
    const { readOnly, writeOnly } = schema
    const kept = {
      ...(readOnly === true && { readOnly }),
      ...(writeOnly === true && { writeOnly }),
    }
    return isChanged ? { ...kept, ...FILE_SCHEMA } : schema
  }
  const within = (child: Schema, isChoice: boolean) =>
    ofPart(child, lookup, isForced || isChoice, [...above, schema])
  const { $ref, ...others } = schema
  const target = $ref === undefined ? undefined : lookup($ref)
  const read = target === undefined ? undefined : within(target, false)
  const isListOfBytes = schema.uniqueItems === true && isBytes(schema.items, lookup)
  const own = mapSchema(read === target ? schema : others, (child, keyword) => {
    const isInside = IN_PLACE.has(keyword) || keyword === 'items'
    return isInside ? within(child, keyword === 'anyOf' || keyword === 'oneOf') : child
  })
  if (own === schema && !isListOfBytes) return schema
  // All files are alike to the schema.
  const { uniqueItems: _, ...rest } = own
  if (read === target || read === undefined) return rest
  return Object.keys(rest).length === 0 ? read : { ...rest, allOf: [...(rest.allOf ?? []), read] }
}

function restrictsText(schema: SchemaObject): boolean {
  return Object.hasOwn(schema, 'enum') || textRuleIn(schema) !== undefined
}

/**
 * Where a part may be a file or a text, `oneOf` becomes `anyOf`: the schema of bytes is that of a string, and accepts
 * each text that another alternative does. How a part is sent says what it is.
 */
export function fileAlternatives(model: Model): Model {
  const content = [
    ...model.operations.flatMap(requestContent),
    ...model.operations.flatMap(responseContent),
  ]
  const names = reachableFrom(schemasOf(content.filter(isMultipart)), linksByName(model.schemas))
  if (names.size === 0) return model
  const lookup = lookupIn(model.schemas)
  const schemas = model.schemas.map((named) => {
    return names.has(named.name) ? { ...named, schema: opened(named.schema, lookup) } : named
  })
  return { ...model, schemas }
}

function isMultipart({ kind }: MediaType): boolean {
  return kind === 'multipart'
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

function isBytes(schema: Schema | undefined, lookup: SchemaLookup): boolean {
  return conjunctsOf(schema, lookup).some(isBytesItself)
}

/** True for a schema of bytes, by its own keywords: a schema that is read has no others for them. */
function isBytesItself({ format }: SchemaObject): boolean {
  return format === 'binary'
}
