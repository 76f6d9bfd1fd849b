import { conjunctsOf, type SchemaLookup } from '../../openapi/schema/conjuncts.js'
import { FILE_SCHEMA, textRuleIn } from '../../openapi/schema/file-schema.js'
import { mapSchema } from '../../openapi/schema/map.js'
import { linksOf, schemaNameIn } from '../../openapi/schema/references.js'
import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import { reachableFrom } from '../analysis/graph.js'
import type { Model, Operation } from '../model/model.js'
import { isBytesItself } from './file-alternatives.js'

type Named = ReadonlyMap<string, Schema>

/** Keywords by which a schema describes the same value as its subschemas. */
const IN_PLACE = new Set(['allOf', 'anyOf', 'oneOf'])

/**
 * A schema of bytes is that of any string. In a multipart request, where a text may be sent in place of a file, or
 * bytes have rules for texts, it becomes {@link FILE_SCHEMA}, which no text satisfies. A schema that other values
 * have, too, stays: a file satisfies it as an empty text.
 */
export function filePlaceholders(model: Model): Model {
  const named: Named = new Map(model.schemas.map(({ name, schema }) => [name, schema]))
  const { roots, parts } = multipartBodies(model.operations, named)
  if (roots.size === 0) return model
  const lookup: SchemaLookup = ($ref) => named.get(schemaNameIn($ref))
  const schemas = model.schemas.map((each) => {
    const { name, schema } = each
    if (!parts.has(name)) return each
    return { ...each, schema: ofBody(schema, lookup, !roots.has(name)) }
  })
  return { ...model, schemas }
}

/** Names of the schemas of multipart requests, and of all that such bodies are composed of, and nothing else is. */
function multipartBodies(operations: readonly Operation[], named: Named) {
  const content = operations.flatMap(({ requestBody }) => requestBody?.content ?? [])
  const [multipart, other] = [new Set<string>(), new Set(otherSchemas(operations))]
  for (const { kind, schema } of content) {
    if (schema !== undefined) (kind === 'multipart' ? multipart : other).add(schema)
  }
  const schemaOf = (name: string) => named.get(name) as Schema
  const bodies = reachableFrom(multipart, (name) => linksInPlace(schemaOf(name)))
  const inside = [...bodies].flatMap((name) => linksInside(schemaOf(name)))
  const shared = reachableFrom([...other, ...inside], (name) => linksOf(schemaOf(name)))
  return { roots: multipart, parts: new Set([...bodies].filter((name) => !shared.has(name))) }
}

function otherSchemas(operations: readonly Operation[]): string[] {
  return operations.flatMap(({ parameterGroups, responses }) => [
    ...parameterGroups.map(({ schema }) => schema),
    ...responses.flatMap(({ headerSchema }) => headerSchema ?? []),
    ...responses.flatMap(({ content }) => content.flatMap(({ schema }) => schema ?? [])),
  ])
}

function linksInPlace(schema: Schema): string[] {
  if (typeof schema === 'boolean') return []
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema
  const own = $ref === undefined ? [] : [schemaNameIn($ref)]
  return [...own, ...[...allOf, ...anyOf, ...oneOf].flatMap(linksInPlace)]
}

/** Names of the schemas of members and their parts. */
function linksInside(schema: Schema): string[] {
  if (typeof schema === 'boolean') return []
  const found: string[] = []
  mapSchema(schema, (child, keyword) => {
    found.push(...(IN_PLACE.has(keyword) ? linksInside(child) : linksOf(child)))
    return child
  })
  return found
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
    return isChanged ? { ...annotationsOf(schema), ...FILE_SCHEMA } : schema
  }
  const within = (child: Schema, isChoice: boolean) =>
    ofPart(child, lookup, isForced || isChoice, [...above, schema])
  const { $ref, ...others } = schema
  const target = $ref === undefined ? undefined : lookup($ref)
  const read = target === undefined ? undefined : within(target, false)
  const isListOfBytes = isFileList(schema, lookup)
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

function isFileList({ items, uniqueItems }: SchemaObject, lookup: SchemaLookup): boolean {
  return uniqueItems === true && conjunctsOf(items, lookup).some(isBytesItself)
}

function restrictsText(schema: SchemaObject): boolean {
  return Object.hasOwn(schema, 'enum') || textRuleIn(schema) !== undefined
}

/** Keywords by which members travel in one direction only. */
function annotationsOf({ readOnly, writeOnly }: SchemaObject): SchemaObject {
  return { ...(readOnly === true && { readOnly }), ...(writeOnly === true && { writeOnly }) }
}
