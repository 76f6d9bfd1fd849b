import { remembered } from '../../remembered.js'
import type {
  Discriminator,
  MediaType,
  Operation,
  Outgoing,
  Schema,
  SchemaObject,
} from '../model.js'
import { subschemas, type Unmarked } from '../schemas/int64.js'
import { SCHEMA, SCHEMA_MAP, SCHEMAS } from '../schemas/keywords.js'
import { reached } from './graph.js'
import { linksOf } from './links.js'
import { spread } from './spread.js'

/** Which direction a value travels in: a response has no write-only members, a request no read-only ones. */
type Flag = 'readOnly' | 'writeOnly'

/** Schemas and operations whose requests and responses have types of their own where they differ. */
export interface Views {
  readonly schemas: readonly Unmarked[]
  readonly operations: readonly Operation[]
  readonly outgoing: readonly Outgoing[]
}

/**
 * Gives a schema with read-only or write-only members two views (3.1, section 4.8.24.2; JSON Schema
 * Validation 2020-12, section 9.4): `Plant` is what a response holds, `PlantInput` what a request
 * does. What stands inline in a request has the second view only.
 */
export function splitViews(
  schemas: readonly Unmarked[],
  operations: readonly Operation[],
  outgoing: readonly Outgoing[],
): Views {
  const byName = new Map(schemas.map((schema) => [schema.name, schema.schema]))
  const split = new Set([...marked('readOnly', byName), ...marked('writeOnly', byName)])
  if (split.size === 0) return { schemas, operations, outgoing }
  const requested = reached(
    [...operations, ...outgoing].flatMap(({ requestBody }) =>
      (requestBody?.content ?? []).flatMap(({ schema }) => schema ?? []),
    ),
    (name) => linksOf(byName.get(name) as Schema),
  )
  const both = schemas.filter(({ name }) => split.has(name) && requested.has(name))
  const inputs = inputNames(both, byName)
  const input = (name: string) => inputs.get(name) ?? name
  return {
    schemas: schemas.flatMap((each) => {
      const { name, schema } = each
      if (!split.has(name)) return each
      const plain = { ...each, schema: without(schema, 'writeOnly', byName, (other) => other) }
      if (!inputs.has(name)) return plain
      const asInput = {
        ...each,
        name: input(name),
        schema: without(schema, 'readOnly', byName, input),
      }
      return asInput.name === name ? asInput : [plain, asInput]
    }),
    operations: operations.map((operation) => withInputs(operation, input)),
    outgoing: outgoing.map((operation) => withInputs(operation, input)),
  }
}

type ByName = ReadonlyMap<string, Schema>

/** The schemas that have a flagged member, themselves or through what they refer to. */
function marked(flag: Flag, byName: ByName): Set<string> {
  const has = (schema: Schema): boolean =>
    typeof schema === 'object' &&
    (hasOwn[flag](schema) ||
      memberReferences(schema).some((name) => isMarked(byName.get(name), flag)))
  const schemas = [...byName].map(([name, schema]) => ({ name, schema }))
  return spread(schemas, has, linksOf)
}

const hasFlag = (flag: Flag) =>
  remembered((schema: SchemaObject) => allMembers(schema).some((member) => isMarked(member, flag)))
const hasOwn = { readOnly: hasFlag('readOnly'), writeOnly: hasFlag('writeOnly') }

/** The names of the schemas that members refer to, however deep. */
const memberReferences = remembered((schema: SchemaObject) => {
  const refs = allMembers(schema).flatMap((member) =>
    member === true || member === false ? [] : (member.$ref ?? []),
  )
  return [...new Set(refs)].map(target)
})

/** The members that a schema describes, however deep. */
function allMembers(schema: Schema): Schema[] {
  if (typeof schema === 'boolean') return []
  return [...members(schema).map(([, member]) => member), ...subschemas(schema).flatMap(allMembers)]
}

/** The names of the request's views: a component keeps its name for the response. */
function inputNames(schemas: readonly Unmarked[], byName: ByName): Map<string, string> {
  const taken = new Set(byName.keys())
  const inputs = new Map<string, string>()
  for (const { name, pointer } of schemas) {
    let input = /\/(requestBody|parameters)\//.test(pointer) ? name : `${name}Input`
    for (let n = 2; input !== name && taken.has(input); n++) input = `${name}Input_${n}`
    taken.add(input)
    inputs.set(name, input)
  }
  return inputs
}

/** A schema without its flagged members, its references renamed. */
function without(
  schema: Schema,
  flag: Flag,
  byName: ByName,
  rename: (name: string) => string,
): Schema {
  if (typeof schema === 'boolean') return schema
  const inside = (child: Schema) => without(child, flag, byName, rename)
  const gone = new Set(
    members(schema).flatMap(([name, member]) => (isFlagged(member, flag, byName) ? name : [])),
  )
  const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (keyword === '$ref') return [keyword, `#/$defs/${rename(target(value as string))}`]
    if (keyword === 'discriminator') return [keyword, renamed(value as Discriminator, rename)]
    if (keyword === 'required')
      return [keyword, (value as string[]).filter((name) => !gone.has(name))]
    if (SCHEMA.has(keyword)) return [keyword, inside(value as Schema)]
    if (SCHEMAS.has(keyword)) return [keyword, (value as Schema[]).map(inside)]
    if (!SCHEMA_MAP.has(keyword)) return [keyword, value]
    const kept = Object.entries(value as Record<string, Schema>).filter(
      ([name]) => keyword !== 'properties' || !gone.has(name),
    )
    return [keyword, Object.fromEntries(kept.map(([name, child]) => [name, inside(child)]))]
  })
  return Object.fromEntries(entries)
}

function renamed(
  { propertyName, mapping }: Discriminator,
  rename: (name: string) => string,
): Discriminator {
  const refs = Object.entries(mapping).map(([value, ref]) => [
    value,
    `#/$defs/${rename(target(ref))}`,
  ])
  return { propertyName, mapping: Object.fromEntries(refs) }
}

function members(schema: SchemaObject): [string, Schema][] {
  return Object.entries(schema.properties ?? {})
}

/** A member is flagged where it stands, or where what it refers to stands. */
function isFlagged(schema: Schema, flag: Flag, byName: ByName): boolean {
  if (typeof schema === 'boolean') return false
  const referred = schema.$ref === undefined ? undefined : byName.get(target(schema.$ref))
  return isMarked(schema, flag) || isMarked(referred, flag)
}

function isMarked(schema: Schema | undefined, flag: Flag): boolean {
  return typeof schema === 'object' && schema[flag] === true
}

function withInputs<Each extends Operation>(
  operation: Each,
  input: (name: string) => string,
): Each {
  const { requestBody } = operation
  if (requestBody === undefined) return operation
  const isSame = ({ schema = '' }: MediaType) => input(schema) === schema
  if (requestBody.content.every(isSame)) return operation
  const content = requestBody.content.map((media) =>
    media.schema === undefined ? media : { ...media, schema: input(media.schema) },
  )
  return { ...operation, requestBody: { ...requestBody, content } }
}

function target($ref: string): string {
  return $ref.slice('#/$defs/'.length)
}
