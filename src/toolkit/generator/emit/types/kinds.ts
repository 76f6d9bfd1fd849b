import type { Schema, SchemaObject } from '../../model/model.js'
import { conjunctsOf } from './conjuncts.js'
import { schemaNamed, type TypeContext } from './type-context.js'

/** The types of JSON values, where a number is a number. */
export type Kind = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object'
export type Kinds = ReadonlySet<Kind>

export const ALL: Kinds = new Set(['null', 'boolean', 'number', 'string', 'array', 'object'])
const NONE: Kinds = new Set()
const ONE: Readonly<Record<Kind, Kinds>> = {
  null: new Set(['null']),
  boolean: new Set(['boolean']),
  number: new Set(['number']),
  string: new Set(['string']),
  array: new Set(['array']),
  object: new Set(['object']),
}

/** The kinds that the values of a schema can be of. */
export function kindsOf(schema: Schema, context: TypeContext): Kinds {
  const { own, refs, choices, never } = conjunctsOf(schema)
  if (never) return NONE
  return [
    ...own.map(ownKinds),
    ...refs.map((name) => namedKinds(name, context)),
    ...choices.map(({ branches }) => union(branches.map((branch) => kindsOf(branch, context)))),
  ].reduce(common, ALL)
}

/** The same for a named schema. */
export function namedKinds(name: string, context: TypeContext): Kinds {
  const known = context.kinds.get(name)
  if (known) return known
  context.kinds.set(name, ALL)
  const kinds = kindsOf(schemaNamed(name, context), context)
  context.kinds.set(name, kinds)
  return kinds
}

export function common(a: Kinds, b: Kinds): Kinds {
  if (a === ALL || a === b) return b
  return b === ALL ? a : new Set([...a].filter((kind) => b.has(kind)))
}

/**
 * The kinds of a schema without references and combinations. What speaks of members or of items but
 * has no `type` is taken for an object or an array: JSON Schema would let anything else pass too,
 * and nobody who leaves `type` out means that. Other keywords are not taken for a type: a value that
 * is typed `string` and is none would be the reader's surprise.
 */
export function ownKinds(schema: SchemaObject): Kinds {
  const { type, items, prefixItems } = schema
  if (typeof type === 'string') return ONE[kindNamed(type)]
  if (type !== undefined) return new Set(type.map(kindNamed))
  if (schema.enum !== undefined) return new Set(schema.enum.map(kindOf))
  if ('const' in schema) return new Set([kindOf(schema.const)])
  if (hasMembers(schema)) return ONE.object
  return items !== undefined || prefixItems !== undefined ? ONE.array : ALL
}

/** Whether a schema says anything about members. */
export function hasMembers(schema: SchemaObject): boolean {
  const { properties, additionalProperties, patternProperties, required } = schema
  return (
    (properties ?? patternProperties ?? required) !== undefined ||
    typeof additionalProperties === 'object'
  )
}

export function kindOf(value: unknown): Kind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'bigint' ? 'number' : (typeof value as Kind)
}

function kindNamed(type: string): Kind {
  return type === 'integer' ? 'number' : (type as Kind)
}

function union(all: readonly Kinds[]): Kinds {
  return new Set(all.flatMap((kinds) => [...kinds]))
}
