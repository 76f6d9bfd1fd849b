import { refName } from '../../graph/refs.js'
import type { Schema, SchemaObject } from '../../model/model.js'

/** A choice among schemas: `anyOf`, `oneOf`, or what follows from an `if`. */
export interface Choice {
  readonly branches: readonly Schema[]
  readonly discriminator?: SchemaObject['discriminator']
}

/** What a value must be at once. `allOf` is taken apart, however deep. */
export interface Conjuncts {
  /** Schemas without references and combinations. */
  readonly own: readonly SchemaObject[]
  /** Names of schemas. */
  readonly refs: readonly string[]
  readonly choices: readonly Choice[]
  /** Whether nothing satisfies the schema: `false` is among its parts. */
  readonly never: boolean
}

export function conjunctsOf(schema: Schema): Conjuncts {
  if (typeof schema === 'boolean') return { own: [], refs: [], choices: [], never: !schema }
  if (!hasAny(schema, COMBINING)) {
    return { own: [schema], refs: [], choices: [], never: false }
  }
  const known = KNOWN.get(schema)
  if (known !== undefined) return known
  const conjuncts = takeApart(schema)
  KNOWN.set(schema, conjuncts)
  return conjuncts
}
const KNOWN = new WeakMap<SchemaObject, Conjuncts>()

/** Keywords that combine schemas; most schemas have none. */
const COMBINING = new Set(['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'not'])

/** Whether a schema has any of these keywords: most have fewer than these are. */
export function hasAny(schema: SchemaObject, keywords: ReadonlySet<string>): boolean {
  for (const keyword in schema) if (keywords.has(keyword)) return true
  return false
}

function takeApart(schema: SchemaObject): Conjuncts {
  const { $ref, allOf = [], anyOf, oneOf, discriminator, then, else: otherwise, ...own } = schema
  const hasBoth = schema.if !== undefined && then !== undefined && otherwise !== undefined
  const given = [anyOf, oneOf, hasBoth ? [then, otherwise] : undefined] as (Schema[] | undefined)[]
  // One branch and nothing to tell it from is no choice.
  const isForced = (branches: Schema[]) => branches.length === 1 && discriminator === undefined
  const forced = given.flatMap((branches) => (branches && isForced(branches) ? branches : []))
  const parts = [...allOf, ...forced].map(conjunctsOf)
  const choices = given.flatMap((branches) =>
    branches && !isForced(branches) ? [{ branches, ...(discriminator && { discriminator }) }] : [],
  )
  return {
    own: merged([own, ...parts.flatMap((part) => part.own)]),
    refs: [...new Set([...($ref ? [refName($ref)] : []), ...parts.flatMap(({ refs }) => refs)])],
    choices: [...choices, ...parts.flatMap((part) => part.choices)],
    never: isAnything(schema.not) || parts.some(({ never }) => never),
  }
}

function isAnything(schema: unknown): boolean {
  if (schema === undefined || schema === false) return false
  return schema === true || Object.keys(schema as object).length === 0
}

/** Keywords that two parts of an `allOf` may both have without being about different things. */
const MERGED = new Set(['items', 'properties', 'required', 'type'])
const SHAPES = ['enum', 'const', 'items', 'prefixItems', 'properties', 'required']
const OTHER_MEMBERS = ['additionalProperties', 'patternProperties', 'propertyNames']

/** The fewest schemas that say the same; where merging would change a meaning they stay apart. */
function merged(schemas: readonly SchemaObject[]): SchemaObject[] {
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
  // What is said of other members depends on which ones are named beside it.
  const names = (schema: SchemaObject) => schema.properties !== undefined
  const others = (schema: SchemaObject) => OTHER_MEMBERS.some((keyword) => schema[keyword])
  if ((others(a) && (names(b) || others(b))) || (others(b) && names(a))) return false
  return SHAPES.every((keyword) => MERGED.has(keyword) || !both(keyword))
}

function merge(a: SchemaObject, b: SchemaObject): SchemaObject {
  const properties = new Map(Object.entries(a.properties ?? {}))
  for (const [name, schema] of Object.entries(b.properties ?? {})) {
    const first = properties.get(name)
    properties.set(name, first === undefined ? schema : both(first, schema))
  }
  const required = [...new Set([...(a.required ?? []), ...(b.required ?? [])])]
  const type = commonTypes(a.type, b.type)
  return {
    ...b,
    ...a,
    // An assignment would make no member of `__proto__`.
    ...((a.properties ?? b.properties) && { properties: Object.fromEntries(properties) }),
    ...(a.items !== undefined && b.items !== undefined && { items: both(a.items, b.items) }),
    ...(required.length > 0 && { required }),
    ...(type !== undefined && { type }),
  }
}

/** A member that two parts describe is what both say, under the words of the last one. */
function both(first: Schema, second: Schema): Schema {
  const words = (schema: Schema) => {
    const { description, title, deprecated } = typeof schema === 'object' ? schema : {}
    return {
      ...(description !== undefined && { description }),
      ...(title !== undefined && { title }),
      ...(deprecated !== undefined && { deprecated }),
    }
  }
  return { ...words(first), ...words(second), allOf: [first, second] }
}

/** An integer is a number. */
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
