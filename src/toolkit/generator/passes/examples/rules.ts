import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import { SCHEMA, SCHEMA_MAP, SCHEMAS } from '../../read/schemas/keywords.js'
import type { Unmarked } from '../int64.js'

/** Schemas as examples are held against them. */
export interface Rules {
  rules(schema: Schema): Schema
  /** The rules of the schema that a `$ref` names. */
  target($ref: string): Schema
}

/**
 * An example may be one of a request or of a response, so that what only one of them has is not
 * required. What says nothing of the kind stays as it is.
 */
export function rulesOf(named: readonly Unmarked[]): Rules {
  const byName = new Map(named.map(({ name, schema }) => [`#/$defs/${name}`, schema]))
  const known = new Map<Schema, Schema>()
  const target = ($ref: string) => byName.get($ref) as Schema

  const rules = (schema: Schema): Schema => {
    if (typeof schema === 'boolean') return schema
    const found = known.get(schema)
    if (found !== undefined) return found
    const changes: Record<string, unknown> = {}
    for (const keyword in schema) {
      const changed = inside(keyword, schema[keyword], schema)
      if (changed !== schema[keyword]) changes[keyword] = changed
    }
    const whole = Object.keys(changes).length === 0 ? schema : { ...schema, ...changes }
    known.set(schema, whole)
    return whole
  }

  const inside = (keyword: string, value: unknown, schema: SchemaObject): unknown => {
    if (keyword === 'required') return withoutOneWay(value as string[], schema, target)
    if (SCHEMA.has(keyword)) return rules(value as Schema)
    if (SCHEMAS.has(keyword)) return mapped(value as Schema[], rules)
    if (!SCHEMA_MAP.has(keyword)) return value
    const members = value as Record<string, Schema>
    const names = Object.keys(members)
    const all = names.map((name) => members[name] as Schema)
    const changed = mapped(all, rules)
    return changed === all
      ? value
      : Object.fromEntries(names.map((name, at) => [name, changed[at]]))
  }

  return { rules, target: ($ref) => rules(target($ref)) }
}

/** The same array where nothing changes. */
function mapped(schemas: readonly Schema[], change: (schema: Schema) => Schema): readonly Schema[] {
  const changed = schemas.map(change)
  return changed.every((schema, at) => schema === schemas[at]) ? schemas : changed
}

/** The names without those of members that only requests or only responses have. */
function withoutOneWay(
  required: readonly string[],
  { properties = {} }: SchemaObject,
  target: Rules['target'],
): readonly string[] {
  const isOneWay = (name: string) => {
    const member = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (typeof member !== 'object') return false
    return isFlagged(member) || (member.$ref !== undefined && isFlagged(target(member.$ref)))
  }
  return required.some(isOneWay) ? required.filter((name) => !isOneWay(name)) : required
}

function isFlagged(schema: Schema): boolean {
  return typeof schema === 'object' && (schema.readOnly === true || schema.writeOnly === true)
}
