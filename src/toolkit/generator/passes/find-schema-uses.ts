import { KEYWORDS } from '../../openapi/schema/keywords.js'
import { hasInside } from '../../openapi/schema/map.js'
import { linksOf } from '../../openapi/schema/references.js'
import {
  isInt64Schema,
  ONE_WAY,
  type Schema,
  type SchemaObject,
  TYPED,
} from '../../openapi/schema/schema.js'
import { linksByName, propagate, reachableFrom } from '../analysis/graph.js'
import {
  asAnswered,
  requestContent,
  responseContent,
  schemasAround,
  schemasOf,
  served,
} from '../model/content.js'
import type { MediaType, Model, NamedSchema } from '../model/model.js'
import type { OneWayKeyword } from './one-way-schema.js'

export function findSchemaUses(model: Model): Model {
  const { schemas } = model
  const operations = model.operations.filter((each) => each.unserved === undefined)
  const requests = served(operations.flatMap(requestContent))
  const sent = served(operations.flatMap(responseContent)).map(asAnswered)
  const groups = operations.flatMap(({ parameterGroups }) => parameterGroups)
  const validated = new Set([
    ...operations.flatMap(schemasAround),
    ...schemasOf([...requests, ...sent]),
  ])
  const serialized = new Set(schemasOf(sent.filter(isSerialized)))
  const inOrder = (names: ReadonlySet<string>) =>
    schemas.flatMap(({ name }) => (names.has(name) ? name : []))
  const converted = convertedSchemas(model)
  const { coded } = converted
  const received = [...schemasOf(requests), ...groups.map(({ schema }) => schema)]
  const responses = operations.flatMap((each) => each.responses)
  const headers = responses.flatMap(({ headerSchema }) => headerSchema ?? [])
  const answered = [...schemasOf(sent), ...headers.filter((name) => coded.has(name))]
  const uses = {
    validated: inOrder(validated),
    serialized: inOrder(serialized),
    convertedRequests: reachableWithin(converted.received, received, model),
    convertedResponses: reachableWithin(converted.sent, answered, model),
    coded,
    prototypes: withInside(schemas, namesPrototype, linksOf),
    fragile: withInside(schemas, isFragile),
  }
  return { ...model, uses }
}

/** True if values of the media type have members. */
export function isSerialized({ kind }: MediaType): boolean {
  return kind !== 'text' && kind !== 'binary'
}

/** Names of all schemas with a part that is converted, by direction. */
function convertedSchemas({ schemas, formats, int64 }: Model) {
  const having = (holds: (schema: SchemaObject) => boolean) => withInside(schemas, holds, linksOf)
  const withOneWay = (keyword: OneWayKeyword) =>
    having(({ [ONE_WAY]: oneWay }) => oneWay?.keyword === keyword)
  const long = int64 === 'bigint' ? having(isInt64Schema) : []
  const hasCodecs = formats.some(({ codec }) => codec)
  const coded = hasCodecs ? having(({ [TYPED]: typed }) => typed?.codec !== undefined) : NO_NAMES
  return {
    received: new Set([...long, ...coded, ...withOneWay('readOnly')]),
    sent: new Set([...coded, ...withOneWay('writeOnly')]),
    coded,
  }
}

const NO_NAMES: ReadonlySet<string> = new Set()

/** Names of the schemas that hold a certain one, or refer to one that does. */
function withInside(
  schemas: readonly NamedSchema[],
  holds: (schema: SchemaObject) => boolean,
  links?: (schema: Schema) => readonly string[],
): ReadonlySet<string> {
  return propagate(schemas, (schema) => hasInside(schema, holds), links)
}

/** The names within a set that `roots` lead to by names of the set. */
function reachableWithin(
  names: ReadonlySet<string>,
  roots: readonly string[],
  { schemas }: Model,
): ReadonlySet<string> {
  const links = linksByName(schemas)
  const within = (some: readonly string[]) => some.filter((name) => names.has(name))
  return reachableFrom(within(roots), (name) => within(links(name)))
}

/** True if a schema names a member that a request is refused for elsewhere. */
function namesPrototype({ properties = {} }: SchemaObject): boolean {
  return ['__proto__', 'prototype'].some((name) => Object.hasOwn(properties, name))
}

function isFragile(schema: SchemaObject): boolean {
  const values = [schema.const, ...(schema.enum ?? [])]
  return (
    Object.keys(schema).some((keyword) => KEYWORDS.get(keyword)?.fragile) ||
    values.some((value) => typeof value === 'object' && value !== null)
  )
}
