import { lookupIn, type SchemaLookup } from '../../openapi/schema/conjuncts.js'
import { hasInside, mapSchema, subschemasWithPointers } from '../../openapi/schema/map.js'
import { linksOf } from '../../openapi/schema/references.js'
import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import { linksByName, propagate, reachableFrom } from '../analysis/graph.js'
import type { Diagnostics } from '../diagnostics/diagnostics.js'
import { requestContent, responseContent, schemasOf, withContent } from '../model/content.js'
import type { MediaType, Model, NamedSchema, Operation } from '../model/model.js'
import { uniqueNames } from '../shared/names.js'
import { isOneWay, type OneWayKeyword, oneWayMembers, oneWaySchemas } from './one-way-schema.js'

/**
 * Splits a schema with read-only or write-only members (3.1, section 4.8.24.2; JSON Schema Validation
 * 2020-12, section 9.4): `Plant` is the schema of what the service sends, in a response or in a request
 * of its own (a webhook, a callback); `PlantInput` is that of what it receives. A schema that is inline
 * in what the service receives is not split: it is the second one only.
 */
export function readOnlySplit(model: Model, report: Diagnostics): Model {
  const { schemas, operations, outgoing } = model
  const lookup = lookupIn(schemas)
  const affected = new Set([
    ...withOneWay('readOnly', schemas, lookup),
    ...withOneWay('writeOnly', schemas, lookup),
  ])
  if (affected.size === 0) return model
  for (const each of schemas) if (affected.has(each.name)) warnOfBothWays(each, lookup, report)
  const around = new Set([...operations, ...outgoing].flatMap(memberSchemas))
  const inputs = inputNames(model, affected)
  const input = (name: string) => inputs.get(name) ?? name
  const received = oneWaySchemas('readOnly', lookup, input)
  const sent = oneWaySchemas('writeOnly', lookup, (name) => name)
  /** The schema for what is sent, and the one for what is received, where that may be. */
  const split = (named: NamedSchema): NamedSchema[] => {
    // A schema with one-way members is no boolean.
    const schema = named.schema as SchemaObject
    const of = (change: (schema: Schema) => Schema) =>
      around.has(named.name) ? mapSchema(schema, change) : change(schema)
    const name = inputs.get(named.name)
    return [
      ...(name === named.name ? [] : [{ ...named, schema: of(sent) }]),
      ...(name === undefined ? [] : [{ ...named, name, schema: of(received) }]),
    ]
  }
  const asInput = (media: MediaType) =>
    media.schema === undefined ? media : { ...media, schema: input(media.schema) }
  const asIs = (media: MediaType) => media
  return {
    ...model,
    schemas: schemas.flatMap((each) => (affected.has(each.name) ? split(each) : each)),
    operations: operations.map((each) => ({
      ...withContent(each, { request: asInput, response: asIs }),
      parameterGroups: each.parameterGroups.map((group) => {
        if (!affected.has(group.schema)) return group
        const parameters = group.parameters.map((one) => ({ ...one, schema: received(one.schema) }))
        return { ...group, schema: input(group.schema), parameters }
      }),
    })),
    outgoing: outgoing.map((each) => withContent(each, { request: asIs, response: asInput })),
  }
}

/** Reports members that one part of a schema makes read-only, and another one write-only. */
function warnOfBothWays(
  { schema, origin }: NamedSchema,
  lookup: SchemaLookup,
  report: Diagnostics,
) {
  const visit = (each: Schema, pointer: string): void => {
    if (typeof each === 'boolean') return
    const place = { source: origin.source, pointer: `${origin.pointer}${pointer}` }
    for (const name of ownBothWays(each, lookup)) {
      const message = `\`${name}\` is read-only in one part and write-only in another: no request and no response has it`
      report.warn(place, message, 'leave one of them out')
    }
    for (const [, child, at] of subschemasWithPointers(each)) visit(child, `${pointer}${at}`)
  }
  visit(schema, '')
}

/** Names of the members that a schema makes read-only and write-only, without those of one of its parts alone. */
function ownBothWays(schema: SchemaObject, lookup: SchemaLookup): readonly string[] {
  const names = bothWays(schema, lookup)
  if (names.length === 0) return names
  const target = schema.$ref === undefined ? [] : [lookup(schema.$ref)]
  const parts = [...target, ...(schema.allOf ?? [])]
  const told = new Set(parts.flatMap((part) => bothWays(part, lookup)))
  return names.filter((name) => !told.has(name))
}

function bothWays(schema: Schema | undefined, lookup: SchemaLookup): readonly string[] {
  if (schema === undefined) return []
  const readOnly = new Set(oneWayMembers(schema, 'readOnly', lookup))
  if (readOnly.size === 0) return []
  const writeOnly = oneWayMembers(schema, 'writeOnly', lookup)
  return [...new Set(writeOnly)].filter((name) => readOnly.has(name))
}

/** Names of the schemas whose members are parameters or headers: these travel, whatever their own schemas say. */
function memberSchemas({ parameterGroups, responses }: Operation): string[] {
  const groups = parameterGroups.filter(({ member }) => member !== 'querystring')
  return [
    ...groups.map(({ schema }) => schema),
    ...responses.flatMap(({ headerSchema }) => headerSchema ?? []),
  ]
}

/** Names of the schemas with a one-way member inside or behind their references. */
function withOneWay(
  keyword: OneWayKeyword,
  schemas: readonly NamedSchema[],
  lookup: SchemaLookup,
): Set<string> {
  const hasMember = ({ properties = {} }: SchemaObject) =>
    Object.values(properties).some((member) => isOneWay(member, keyword, lookup))
  return propagate(schemas, (schema) => hasInside(schema, hasMember), linksOf)
}

/** Names for the schemas of what is received: a component keeps its name for what is sent. */
function inputNames(
  { schemas, operations, outgoing }: Model,
  affected: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const content = [...operations.flatMap(requestContent), ...outgoing.flatMap(responseContent)]
  const groups = operations.flatMap(({ parameterGroups }) => parameterGroups)
  const roots = [...schemasOf(content), ...groups.map(({ schema }) => schema)]
  const reachable = reachableFrom(roots, linksByName(schemas))
  const unique = uniqueNames(schemas.map(({ name }) => name))
  const split = schemas.filter(({ name }) => affected.has(name) && reachable.has(name))
  const inputs = split.map(({ name, pointer }) => {
    return [name, isReceivedOnly(pointer) ? name : unique(`${name}Input`)] as const
  })
  return new Map(inputs)
}

/** True for a schema that is inline in what the service receives. */
function isReceivedOnly(pointer: string): boolean {
  if (/#\/(components\/schemas|definitions)\//.test(pointer)) return false
  const isAnswer = /\/(callbacks|(x-)?webhooks)\/.*\/responses\//s.test(pointer)
  return isAnswer || /\/(requestBody\/|parameters(\/| \())/.test(pointer)
}
