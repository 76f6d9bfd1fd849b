import { LEFT_OUT } from '../../openapi/schema/schema.js'
import { subschemas } from '../../openapi/schema/subschemas.js'
import type { NamedSchema, Schema, SchemaObject } from '../model/model.js'
import { SCHEMA, SCHEMA_MAP, SCHEMAS } from '../read/schemas/keywords.js'
import { remembered } from '../shared/memoize.js'

/** Schemas as their types are written: without the members that do not travel in their direction. */
export function typedViews(schemas: readonly NamedSchema[]): readonly NamedSchema[] {
  return schemas.map((named) => {
    const schema = typeof named.schema === 'boolean' ? named.schema : typedRoot(named.schema)
    return schema === named.schema ? named : { ...named, schema }
  })
}

/** Of named schemas only, most of which have nothing left out: what stands in them is very much. */
const typedRoot = remembered((schema: SchemaObject) =>
  isView(schema) ? typedObject(schema) : schema,
)

/** Whether something is left out anywhere in a schema. */
function isView(schema: SchemaObject): boolean {
  if (schema[LEFT_OUT] !== undefined) return true
  return subschemas(schema).some((each) => typeof each === 'object' && isView(each))
}

function typed(schema: Schema): Schema {
  return typeof schema === 'boolean' ? schema : typedObject(schema)
}

/** The same object where nothing is left out in it. */
function typedObject(schema: SchemaObject): SchemaObject {
  const { [LEFT_OUT]: leftOut, ...rest } = schema
  const changes = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    const changed = typedValue(keyword, value, leftOut?.names ?? [])
    return changed === value ? [] : [[keyword, changed]]
  })
  return changes.length === 0 ? schema : { ...rest, ...Object.fromEntries(changes) }
}

function typedValue(keyword: string, value: unknown, leftOut: readonly string[]): unknown {
  if (SCHEMA.has(keyword)) return typed(value as Schema)
  if (SCHEMAS.has(keyword)) {
    const given = value as readonly Schema[]
    const all = given.map(typed)
    return all.every((each, index) => each === given[index]) ? value : all
  }
  if (!SCHEMA_MAP.has(keyword)) return value
  const given = Object.entries(value as Readonly<Record<string, Schema>>)
  const gone = new Set(keyword === 'properties' ? leftOut : [])
  const kept = given.flatMap(([name, child]) =>
    gone.has(name) ? [] : [[name, typed(child)] as const],
  )
  const isSame =
    kept.length === given.length && kept.every(([, child], at) => child === given[at]?.[1])
  return isSame ? value : Object.fromEntries(kept)
}
