import { schemaNameIn } from '../../openapi/schema/references.js'
import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import { defined } from '../../shared/defined.js'
import type { JsonTypes } from './json-values.js'
import type { Members } from './members.js'

/** The named schemas, and results about them that are computed once. */
export interface SchemaContext {
  readonly schemas: ReadonlyMap<string, Schema>
  readonly lookup: ($ref: string) => Schema
  readonly jsonTypes: Map<string, JsonTypes>
  readonly members: Map<string, Members>
}

export function schemaContext(
  schemas: Iterable<{ readonly name: string; readonly schema: Schema }>,
): SchemaContext {
  const byName = new Map([...schemas].map(({ name, schema }) => [name, schema]))
  const lookup = ($ref: string): Schema => byName.get(schemaNameIn($ref)) ?? true
  return { schemas: byName, lookup, jsonTypes: new Map(), members: new Map() }
}

export function schemaNamed(name: string, { schemas }: SchemaContext): Schema {
  return schemas.get(name) ?? true
}

/** Alternatives: `anyOf`, `oneOf`, or `then` and `else`. */
export interface Alternatives {
  readonly branches: readonly Schema[]
  readonly discriminator?: SchemaObject['discriminator']
}

/** The parts of a schema, `allOf` taken apart at any depth. */
export interface Composition {
  /** Schemas without references and combinations. */
  readonly own: readonly SchemaObject[]
  /** Names of referenced schemas. */
  readonly refs: readonly string[]
  readonly alternatives: readonly Alternatives[]
  /** True if `false` is among the parts. */
  readonly never: boolean
}

export function compositionOf(schema: Schema): Composition {
  if (typeof schema === 'boolean') return { own: [], refs: [], alternatives: [], never: !schema }
  if (hasAny(schema, COMBINING)) return takeApart(schema)
  return { own: [schema], refs: [], alternatives: [], never: false }
}

const COMBINING = new Set(['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'not'])

/** True if the schema has one of the keywords; a loop over its few keywords is faster than the reverse. */
export function hasAny(schema: SchemaObject, keywords: ReadonlySet<string>): boolean {
  for (const keyword in schema) if (keywords.has(keyword)) return true
  return false
}

function takeApart(schema: SchemaObject): Composition {
  const { $ref, allOf = [], anyOf, oneOf, discriminator, then, else: otherwise, ...own } = schema
  const hasBoth = schema.if !== undefined && then !== undefined && otherwise !== undefined
  const given = [anyOf, oneOf, hasBoth ? [then, otherwise] : undefined] as (Schema[] | undefined)[]
  // A single branch without a discriminator leaves no choice.
  const isForced = (branches: Schema[]) => branches.length === 1 && discriminator === undefined
  const forced = given.flatMap((branches) => (branches && isForced(branches) ? branches : []))
  const parts = [...allOf, ...forced].map(compositionOf)
  const alternatives = given.flatMap((branches) =>
    branches && !isForced(branches) ? [{ branches, ...(discriminator && { discriminator }) }] : [],
  )
  const refs = [...($ref ? [schemaNameIn($ref)] : []), ...parts.flatMap((part) => part.refs)]
  return {
    own: merged([own, ...parts.flatMap((part) => part.own)]),
    refs: [...new Set(refs)],
    alternatives: [...alternatives, ...parts.flatMap((part) => part.alternatives)],
    never: parts.some(({ never }) => never),
  }
}

const MERGED = new Set(['items', 'properties', 'required', 'type'])
const STRUCTURAL = ['enum', 'const', 'items', 'prefixItems', 'properties', 'required']
const OTHER_MEMBERS = ['additionalProperties', 'patternProperties', 'propertyNames']

/** The fewest schemas with the same meaning; schemas that cannot be merged stay apart. */
export function merged(schemas: readonly SchemaObject[]): SchemaObject[] {
  if (schemas.length === 1) return [...schemas]
  const done: SchemaObject[] = []
  for (const schema of schemas) {
    const at = done.findIndex((other) => areCompatible(other, schema))
    if (at < 0) done.push(schema)
    else done[at] = merge(done[at] as SchemaObject, schema)
  }
  return done
}

function areCompatible(a: SchemaObject, b: SchemaObject): boolean {
  const both = (keyword: string) => a[keyword] !== undefined && b[keyword] !== undefined
  // The meaning of the keywords for other members depends on the named members beside them.
  const names = (schema: SchemaObject) => schema.properties !== undefined
  const others = (schema: SchemaObject) => OTHER_MEMBERS.some((keyword) => schema[keyword])
  if ((others(a) && (names(b) || others(b))) || (others(b) && names(a))) return false
  return STRUCTURAL.every((keyword) => MERGED.has(keyword) || !both(keyword))
}

function merge(a: SchemaObject, b: SchemaObject): SchemaObject {
  const properties = new Map(Object.entries(a.properties ?? {}))
  for (const [name, schema] of Object.entries(b.properties ?? {})) {
    const first = properties.get(name)
    properties.set(name, first === undefined ? schema : bothOf(first, schema))
  }
  const required = [...new Set([...(a.required ?? []), ...(b.required ?? [])])]
  const type = commonTypes(a.type, b.type)
  return {
    ...b,
    ...a,
    // An assignment to `__proto__` would make no member.
    ...((a.properties ?? b.properties) && { properties: Object.fromEntries(properties) }),
    ...(a.items !== undefined && b.items !== undefined && { items: bothOf(a.items, b.items) }),
    ...(required.length > 0 && { required }),
    ...(type !== undefined && { type }),
  }
}

/** A member that two parts describe satisfies both; the last description counts. */
function bothOf(first: Schema, second: Schema): Schema {
  return { ...annotationsOf(first), ...annotationsOf(second), allOf: [first, second] }
}

export function annotationsOf(schema: Schema): SchemaObject {
  const { description, title, deprecated } = Object(schema) as SchemaObject
  return defined({ description, title, deprecated })
}

/** The types that both lists allow; an integer is a number. */
function commonTypes(a: SchemaObject['type'], b: SchemaObject['type']): SchemaObject['type'] {
  if (a === undefined || b === undefined) return a ?? b
  const [first, second] = [[a].flat(), [b].flat()]
  const has = (types: readonly string[], type: string) =>
    types.includes(type) || (type === 'integer' && types.includes('number'))
  return [
    ...first.filter((type) => has(second, type)),
    ...second.filter((type) => has(first, type) && !first.includes(type)),
  ]
}

/** Schemas that may apply to the value of another schema, and need not. */
export function optionalSchemas(schema: SchemaObject): Schema[] {
  const { anyOf = [], oneOf = [], if: test, dependentSchemas = {} } = schema
  const conditional = test === undefined ? [] : [test, schema.then ?? true, schema.else ?? true]
  return [...anyOf, ...oneOf, ...conditional, ...Object.values(dependentSchemas)]
}

/** All schemas that apply to a value itself; those that always do are its conjuncts. */
export function schemasInPlace(
  schema: Schema,
  { lookup }: Pick<SchemaContext, 'lookup'>,
): SchemaObject[] {
  const found = new Set<SchemaObject>()
  const visit = (each: Schema): void => {
    if (typeof each === 'boolean' || found.has(each)) return
    found.add(each)
    const { $ref, allOf = [] } = each
    if ($ref !== undefined) visit(lookup($ref))
    for (const part of [...allOf, ...optionalSchemas(each)]) visit(part)
  }
  visit(schema)
  return [...found]
}
