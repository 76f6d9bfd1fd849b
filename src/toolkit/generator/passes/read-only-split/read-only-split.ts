import { subschemas } from '../../../openapi/schema/subschemas.js'
import { reached } from '../../graph/graph.js'
import { spread } from '../../graph/propagate.js'
import { linksOf } from '../../graph/schema-references.js'
import type { MediaType, Operation, Outgoing, Schema, SchemaObject } from '../../model/model.js'
import { remembered } from '../../shared/memoize.js'
import type { Unmarked } from '../int64.js'
import { type ByName, type Flag, isFlagged, members, target, together, viewOf } from './one-way.js'

/** Schemas and operations whose requests and responses have types of their own where they differ. */
export interface Views {
  readonly schemas: readonly Unmarked[]
  readonly operations: readonly Operation[]
  readonly outgoing: readonly Outgoing[]
}

/**
 * Gives a schema with read-only or write-only members two views (3.1, section 4.8.24.2; JSON Schema
 * Validation 2020-12, section 9.4): `Plant` is what the service sends, in a response or in a request
 * of its own (a webhook, a callback); `PlantInput` is what it receives. What stands inline in what it
 * receives has the second view only.
 */
export function splitViews(
  schemas: readonly Unmarked[],
  operations: readonly Operation[],
  outgoing: readonly Outgoing[],
): Views {
  const byName = new Map(schemas.map((schema) => [schema.name, schema.schema]))
  const split = new Set([...marked('readOnly', byName), ...marked('writeOnly', byName)])
  if (split.size === 0) return { schemas, operations, outgoing }
  const received = [
    ...operations.flatMap(({ requestBody }) => requestBody?.content ?? []),
    ...outgoing.flatMap(({ responses }) => responses.flatMap(({ content }) => content)),
  ]
  const reachable = reached(
    received.flatMap(({ schema }) => schema ?? []),
    (name) => linksOf(byName.get(name) as Schema),
  )
  const both = schemas.filter(({ name }) => split.has(name) && reachable.has(name))
  const inputs = inputNames(both, byName)
  const input = (name: string) => inputs.get(name) ?? name
  return {
    schemas: schemas.flatMap((each) => {
      const { name } = each
      if (!split.has(name)) return each
      // What has flagged members is no boolean.
      const schema = each.schema as SchemaObject
      const plain = { ...each, schema: viewOf(schema, 'writeOnly', byName, (other) => other) }
      if (!inputs.has(name)) return plain
      const asInput = {
        ...each,
        name: input(name),
        schema: viewOf(schema, 'readOnly', byName, input),
      }
      return asInput.name === name ? asInput : [plain, asInput]
    }),
    operations: operations.map((operation) => withInputs(operation, input)),
    outgoing: outgoing.map((operation) => withInputResponses(operation, input)),
  }
}

/** The schemas that have a flagged member, themselves or through what they refer to. */
function marked(flag: Flag, byName: ByName): Set<string> {
  const has = (schema: Schema): boolean => {
    if (typeof schema === 'boolean') return false
    const { [flag]: isOwn, references } = membersIn(schema)
    return isOwn || references.some((name) => isFlagged(byName.get(name), flag, byName))
  }
  const schemas = [...byName].map(([name, schema]) => ({ name, schema }))
  return spread(schemas, has, linksOf)
}

/** What the members of a schema are, however deep: flagged, and the schemas that they refer to. */
const membersIn = remembered((schema: SchemaObject) => {
  const found = { readOnly: false, writeOnly: false, references: new Set<string>() }
  visitMembers(schema, (member) => {
    for (const each of together(member, NO_NAMES)) {
      found.readOnly ||= each.readOnly === true
      found.writeOnly ||= each.writeOnly === true
      if (each.$ref !== undefined) found.references.add(target(each.$ref))
    }
  })
  return { ...found, references: [...found.references] }
})

/** What others are is not a part of what is remembered of one. */
const NO_NAMES: ByName = new Map()

function visitMembers(schema: Schema, visit: (member: Schema) => void): void {
  if (typeof schema === 'boolean') return
  for (const [, member] of members(schema)) visit(member)
  for (const inside of subschemas(schema)) visitMembers(inside, visit)
}

/** The names of what is received: a component keeps its name for what is sent. */
function inputNames(schemas: readonly Unmarked[], byName: ByName): Map<string, string> {
  const taken = new Set(byName.keys())
  const inputs = new Map<string, string>()
  for (const { name, pointer } of schemas) {
    let input = isReceived(pointer) ? name : `${name}Input`
    for (let n = 2; input !== name && taken.has(input); n++) input = `${name}Input_${n}`
    taken.add(input)
    inputs.set(name, input)
  }
  return inputs
}

/** Whether a schema stands inline in what the service receives, and nowhere else. */
function isReceived(pointer: string): boolean {
  if (/#\/(components\/schemas|definitions)\//.test(pointer)) return false
  const isAnswer = /\/(callbacks|(x-)?webhooks)\/.*\/responses\//s.test(pointer)
  return isAnswer || /\/(requestBody|parameters)\//.test(pointer)
}

type Rename = (name: string) => string

function withInputs(operation: Operation, input: Rename): Operation {
  const { requestBody } = operation
  if (requestBody === undefined) return operation
  const content = inputsOf(requestBody.content, input)
  return content === undefined
    ? operation
    : { ...operation, requestBody: { ...requestBody, content } }
}

/** What is answered to a request of the service is what it receives. */
function withInputResponses(operation: Outgoing, input: Rename): Outgoing {
  const responses = operation.responses.map((response) => {
    const content = inputsOf(response.content, input)
    return content === undefined ? response : { ...response, content }
  })
  return { ...operation, responses }
}

/** `undefined` where they are the same. */
function inputsOf(content: readonly MediaType[], input: Rename): MediaType[] | undefined {
  if (content.every(({ schema = '' }) => input(schema) === schema)) return undefined
  return content.map((media) =>
    media.schema === undefined ? media : { ...media, schema: input(media.schema) },
  )
}
