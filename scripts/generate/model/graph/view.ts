import { isDeepStrictEqual } from 'node:util'
import type { Discriminator, Schema, SchemaObject } from '../model.js'
import { SCHEMA, SCHEMA_MAP, SCHEMAS } from '../schemas/keywords.js'
import { EXAMPLES } from '../schemas/schema.js'

/** Which direction a value travels in: a response has no write-only members, a request no read-only ones. */
export type Flag = 'readOnly' | 'writeOnly'

export type ByName = ReadonlyMap<string, Schema>

/** The same as in an earlier run where it says the same, so that nothing is made of it anew. */
export function viewOf(
  schema: SchemaObject,
  flag: Flag,
  byName: ByName,
  rename: (name: string) => string,
): Schema {
  const view = without(schema, flag, byName, rename)
  const earlier = views[flag].get(schema)
  if (isDeepStrictEqual(earlier, view)) return earlier as Schema
  views[flag].set(schema, view)
  return view
}

const views = {
  readOnly: new WeakMap<SchemaObject, Schema>(),
  writeOnly: new WeakMap<SchemaObject, Schema>(),
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
  const { [EXAMPLES]: examples } = schema
  return { ...Object.fromEntries(entries), ...(examples && { [EXAMPLES]: examples }) }
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

export function members(schema: SchemaObject): [string, Schema][] {
  return Object.entries(schema.properties ?? {})
}

/** A member is flagged where it stands, or where what it refers to stands. */
function isFlagged(schema: Schema, flag: Flag, byName: ByName): boolean {
  if (typeof schema === 'boolean') return false
  const referred = schema.$ref === undefined ? undefined : byName.get(target(schema.$ref))
  return isMarked(schema, flag) || isMarked(referred, flag)
}

export function isMarked(schema: Schema | undefined, flag: Flag): boolean {
  return typeof schema === 'object' && schema[flag] === true
}

/** The name in a `$ref`. */
export function target($ref: string): string {
  return $ref.slice('#/$defs/'.length)
}
