import { isDeepStrictEqual } from 'node:util'
import { EXAMPLES, LEFT_OUT } from '../../../openapi/schema/schema.js'
import type { Discriminator, Schema, SchemaObject } from '../../model/model.js'
import { SCHEMA, SCHEMA_MAP, SCHEMAS } from '../../read/schemas/keywords.js'

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

/**
 * A schema without its flagged members, its references renamed. They stay in `properties`: whatever a
 * client sends there is taken, for the runtime to leave it out or to refuse it; and the service sends
 * nothing there.
 *
 * @param around - The flagged members of what holds beside it.
 */
function without(
  schema: Schema,
  flag: Flag,
  byName: ByName,
  rename: (name: string) => string,
  around: ReadonlySet<string> = NONE,
): Schema {
  if (typeof schema === 'boolean') return schema
  const inside = (child: Schema) => without(child, flag, byName, rename)
  const { properties, required, allOf } = schema
  const isAbout = (properties ?? required ?? allOf) !== undefined
  const gone = isAbout ? new Set([...around, ...flagged(schema, flag, byName)]) : NONE
  const names = members(schema).flatMap(([name]) => (gone.has(name) ? name : []))
  const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (keyword === '$ref') return [keyword, `#/$defs/${rename(target(value as string))}`]
    if (keyword === 'discriminator') return [keyword, renamed(value as Discriminator, rename)]
    if (keyword === 'required')
      return [keyword, (value as string[]).filter((name) => !gone.has(name))]
    if (SCHEMA.has(keyword)) return [keyword, inside(value as Schema)]
    if (keyword === 'allOf') {
      return [keyword, (value as Schema[]).map((each) => without(each, flag, byName, rename, gone))]
    }
    if (SCHEMAS.has(keyword)) return [keyword, (value as Schema[]).map(inside)]
    if (!SCHEMA_MAP.has(keyword)) return [keyword, value]
    const children = Object.entries(value as Record<string, Schema>).map(([name, child]) => {
      const isGone = keyword === 'properties' && gone.has(name)
      return [name, isGone ? flag === 'readOnly' : inside(child)]
    })
    return [keyword, Object.fromEntries(children)]
  })
  const { [EXAMPLES]: examples } = schema
  return {
    ...Object.fromEntries(entries),
    ...(examples && { [EXAMPLES]: examples }),
    ...(names.length > 0 && { [LEFT_OUT]: { flag, names } }),
  }
}

const NONE: ReadonlySet<string> = new Set()

/**
 * The members that are flagged by a schema or by what holds with it: one that says so is enough (JSON
 * Schema Validation 2020-12, section 9.4).
 */
function flagged(schema: SchemaObject, flag: Flag, byName: ByName): Set<string> {
  const found = new Set<string>()
  for (const each of together(schema, byName)) {
    for (const [name, member] of members(each)) {
      if (isFlagged(member, flag, byName)) found.add(name)
    }
  }
  return found
}

/** A schema with all that hold where it holds: what it refers to, and the parts of `allOf`. */
export function together(schema: Schema | undefined, byName: ByName): readonly SchemaObject[] {
  if (typeof schema !== 'object') return []
  // Most members are alone.
  if (schema.$ref === undefined && schema.allOf === undefined) return [schema]
  const all = new Set<Schema | undefined>([schema])
  const found: SchemaObject[] = []
  // A set goes on to what is added to it meanwhile.
  for (const each of all) {
    if (typeof each !== 'object') continue
    found.push(each)
    if (each.$ref !== undefined) all.add(byName.get(target(each.$ref)))
    for (const part of each.allOf ?? []) all.add(part)
  }
  return found
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

/** Whether a schema is flagged, or one that holds with it. */
export function isFlagged(schema: Schema | undefined, flag: Flag, byName: ByName): boolean {
  return together(schema, byName).some((each) => each[flag] === true)
}

/** The name in a `$ref`. */
export function target($ref: string): string {
  return $ref.slice('#/$defs/'.length)
}
