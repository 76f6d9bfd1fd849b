import { isJson } from '../../openapi/media-type.js'
import { KEYWORDS } from '../../openapi/schema/keywords.js'
import { subschemas } from '../../openapi/schema/map.js'
import { linksOf } from '../../openapi/schema/references.js'
import { ONE_WAY, type Schema, type SchemaObject, TYPED } from '../../openapi/schema/schema.js'
import { memoize } from '../../shared/memoize.js'
import { propagate, reachableFrom } from '../analysis/graph.js'
import type { MediaType, Model, ParameterGroup } from '../model/model.js'
import type { OneWayKeyword } from './one-way-schema.js'

export function findSchemaUses(model: Model): Model {
  const { schemas } = model
  const operations = model.operations.filter((each) => each.unserved === undefined)
  const requests = operations.flatMap(({ requestBody }) => served(requestBody?.content ?? []))
  const responses = operations.flatMap((each) => each.responses)
  const sent = responses.flatMap(({ content }) => served(content))
  const groups = operations.flatMap(({ parameterGroups }) => parameterGroups)
  const validated = new Set([
    ...groups.map(({ schema }) => schema),
    ...schemasOf([...requests, ...sent]),
    ...responses.flatMap(({ headerSchema }) => headerSchema ?? []),
  ])
  const serialized = new Set(schemasOf(sent.filter(isSerialized)))
  const inOrder = (names: ReadonlySet<string>) =>
    schemas.flatMap(({ name }) => (names.has(name) ? name : []))
  const converted = convertedSchemas(model)
  const { coded } = converted
  const isReceived = (group: ParameterGroup) => holdsJson(group) || coded.has(group.schema)
  const received = [
    ...schemasOf(requests),
    ...groups.filter(isReceived).map(({ schema }) => schema),
  ]
  const headers = responses.flatMap(({ headerSchema }) => headerSchema ?? [])
  const answered = [...schemasOf(sent), ...headers.filter((name) => coded.has(name))]
  const uses = {
    validated: inOrder(validated),
    serialized: inOrder(serialized),
    convertedRequests: reachableWithin(converted.received, received, model),
    convertedResponses: reachableWithin(converted.sent, answered, model),
    coded,
    prototypes: propagate(schemas, namesPrototype, linksOf),
    fragile: propagate(schemas, (schema) => typeof schema === 'object' && isFragile(schema)),
  }
  return { ...model, uses }
}

function served(content: readonly MediaType[]): MediaType[] {
  return content.filter((media) => media.unserved === undefined)
}

function schemasOf(content: readonly MediaType[]): string[] {
  return content.flatMap(({ schema }) => schema ?? [])
}

/** True if values of the media type have members. */
export function isSerialized({ kind }: MediaType): boolean {
  return kind !== 'text' && kind !== 'binary'
}

/** True if a parameter, or a field of one, is JSON: int64s are found by the schema there. */
export function holdsJson({ parameters }: ParameterGroup): boolean {
  return parameters.some(
    ({ mediaType, fields = [] }) =>
      isJson(mediaType) || fields.some((each) => isJson(each.mediaType)),
  )
}

/** Names of all schemas with a part that is converted, by direction. */
function convertedSchemas({
  schemas,
  formats,
}: Model): Record<'received' | 'sent' | 'coded', ReadonlySet<string>> {
  const withOneWay = (keyword: OneWayKeyword) =>
    propagate(
      schemas,
      (schema) => typeof schema === 'object' && oneWayKeywordsIn(schema).has(keyword),
      linksOf,
    )
  const int64 = schemas.flatMap((each) => (each.int64 ? each.name : []))
  const coded = formats.some(({ codec }) => codec)
    ? propagate(schemas, (schema) => typeof schema === 'object' && hasCodec(schema), linksOf)
    : NO_NAMES
  return {
    received: new Set([...int64, ...coded, ...withOneWay('readOnly')]),
    sent: new Set([...coded, ...withOneWay('writeOnly')]),
    coded,
  }
}

const NO_NAMES: ReadonlySet<string> = new Set()

function hasCodec(schema: SchemaObject): boolean {
  if (schema[TYPED]?.codec !== undefined) return true
  return subschemas(schema).some((each) => typeof each === 'object' && hasCodec(each))
}

/** Memoized for named schemas only: subschemas are very many. */
const oneWayKeywordsIn = memoize((schema: SchemaObject): ReadonlySet<OneWayKeyword> => {
  const found = new Set<OneWayKeyword>()
  const visit = (each: Schema): void => {
    if (typeof each === 'boolean') return
    const { [ONE_WAY]: oneWay } = each
    if (oneWay) found.add(oneWay.keyword)
    for (const child of subschemas(each)) visit(child)
  }
  visit(schema)
  return found
})

/** The names within a set that `roots` lead to by names of the set. */
function reachableWithin(
  names: ReadonlySet<string>,
  roots: readonly string[],
  { schemas }: Model,
): ReadonlySet<string> {
  const byName = new Map(schemas.map(({ name, schema }) => [name, schema]))
  const within = (some: readonly string[]) => some.filter((name) => names.has(name))
  return reachableFrom(within(roots), (name) => within(linksOf(byName.get(name) as Schema)))
}

/** True if a schema, or a part of it, names a member that a request is refused for elsewhere. */
function namesPrototype(schema: Schema): boolean {
  if (typeof schema === 'boolean') return false
  const { properties = {} } = schema
  if (['__proto__', 'prototype'].some((name) => Object.hasOwn(properties, name))) return true
  return subschemas(schema).some(namesPrototype)
}

function isFragile(schema: SchemaObject): boolean {
  const values = [schema.const, ...(schema.enum ?? [])]
  if (Object.keys(schema).some((keyword) => KEYWORDS.get(keyword)?.fragile)) return true
  if (values.some((value) => typeof value === 'object' && value !== null)) return true
  return subschemas(schema).some((each) => typeof each === 'object' && isFragile(each))
}
