import { KEYWORDS } from '../../openapi/schema/keywords.js'
import { hasInside } from '../../openapi/schema/map.js'
import { linksOf } from '../../openapi/schema/references.js'
import { isInt64Schema, ONE_WAY, type Schema, TYPED } from '../../openapi/schema/schema.js'
import { linksByName, propagate, reachableFrom } from '../analysis/graph.js'
import {
  asAnswered,
  requestContent,
  responseContent,
  schemasAround,
  schemasOf,
} from '../model/content.js'
import type { MediaType, Model } from '../model/model.js'
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
    prototypes: propagate(schemas, namesPrototype, linksOf),
    fragile: propagate(schemas, isFragile),
  }
  return { ...model, uses }
}

function served(content: readonly MediaType[]): MediaType[] {
  return content.filter((media) => media.unserved === undefined)
}

/** True if values of the media type have members. */
export function isSerialized({ kind }: MediaType): boolean {
  return kind !== 'text' && kind !== 'binary'
}

/** Names of all schemas with a part that is converted, by direction. */
function convertedSchemas({
  schemas,
  formats,
  int64,
}: Model): Record<'received' | 'sent' | 'coded', ReadonlySet<string>> {
  const withOneWay = (keyword: OneWayKeyword) =>
    propagate(
      schemas,
      (schema) => hasInside(schema, ({ [ONE_WAY]: oneWay }) => oneWay?.keyword === keyword),
      linksOf,
    )
  const long =
    int64 === 'bigint'
      ? propagate(schemas, (schema) => hasInside(schema, isInt64Schema), linksOf)
      : NO_NAMES
  const coded = formats.some(({ codec }) => codec)
    ? propagate(schemas, hasCodec, linksOf)
    : NO_NAMES
  return {
    received: new Set([...long, ...coded, ...withOneWay('readOnly')]),
    sent: new Set([...coded, ...withOneWay('writeOnly')]),
    coded,
  }
}

const NO_NAMES: ReadonlySet<string> = new Set()

function hasCodec(schema: Schema): boolean {
  return hasInside(schema, ({ [TYPED]: typed }) => typed?.codec !== undefined)
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

/** True if a schema, or a part of it, names a member that a request is refused for elsewhere. */
function namesPrototype(schema: Schema): boolean {
  const names = ['__proto__', 'prototype']
  return hasInside(schema, ({ properties = {} }) =>
    names.some((name) => Object.hasOwn(properties, name)),
  )
}

function isFragile(schema: Schema): boolean {
  return hasInside(schema, (each) => {
    const values = [each.const, ...(each.enum ?? [])]
    return (
      Object.keys(each).some((keyword) => KEYWORDS.get(keyword)?.fragile) ||
      values.some((value) => typeof value === 'object' && value !== null)
    )
  })
}
