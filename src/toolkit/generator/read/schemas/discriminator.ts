import { Diagnostics } from '../../diagnostics/diagnostics.js'
import { reached } from '../../graph/graph.js'
import type { Discriminator, Schema, SchemaObject } from '../../model/model.js'
import type { Unmarked } from '../../passes/int64.js'
import { Cursor } from '../document/cursor.js'
import { targetOf } from '../document/references.js'
import type { Version } from '../document/version.js'
import { shown } from './shown.js'

/**
 * Reads a Discriminator Object (3.1, section 4.8.25), or the name that it is in Swagger 2.0. What is
 * wrong with it is told and left out.
 */
export function readDiscriminator(
  cursor: Cursor,
  components: ReadonlyMap<string, Cursor>,
  nameOf: (target: Cursor) => string,
): Discriminator | undefined {
  const named = typeof cursor.value === 'string' ? cursor : cursor.get('propertyName')
  if (typeof named?.value !== 'string') {
    cursor.report.warn(cursor, 'the discriminator names no member', 'add `propertyName`')
    return undefined
  }
  // What leads nowhere is for this one (3.2, section 4.25): the schemas themselves tell which it is.
  if (cursor.get('defaultMapping') !== undefined) return undefined
  const mapping = cursor.get('mapping')?.entries() ?? []
  const read = mapping.flatMap(([value, reference]) => {
    const target = mappedTo(reference, components)
    if (target) return [[value, `#/$defs/${nameOf(target)}`]]
    const message = `the mapping names no schema (${shown(reference.value)})`
    reference.report.warn(reference, message, 'correct it or add the schema')
    return []
  })
  return { propertyName: named.value, mapping: Object.fromEntries(read) }
}

/** A name of a component, or a reference. */
function mappedTo(reference: Cursor, components: ReadonlyMap<string, Cursor>): Cursor | undefined {
  const { source, pointer, value, report } = reference
  if (typeof value !== 'string') return undefined
  const component = components.get(value)
  if (component !== undefined) return component
  const target = targetOf(new Cursor(source, pointer, value, new Diagnostics()))
  return target && new Cursor(target.source, target.pointer, target.value, report)
}

/** What names a schema where nothing is mapped: the keys of components by the names of schemas. */
type Keys = ReadonlyMap<string, string>

/** Adds the values that a choice only implies: the keys of components that no mapping leads to. */
export function withImpliedBranches(schema: SchemaObject, keys: Keys): SchemaObject {
  const { discriminator, anyOf = [], oneOf = [] } = schema
  if (discriminator === undefined) return schema
  const targets = [...anyOf, ...oneOf].flatMap((branch) =>
    typeof branch === 'object' && branch.$ref !== undefined ? [branch.$ref] : [],
  )
  return { ...schema, discriminator: withImplied(discriminator, targets, keys) }
}

/**
 * The same for what inherits (`allOf`) from a schema with a discriminator and no choice; for the schema
 * itself too, where it may be meant.
 */
export function withImpliedHeirs(
  schemas: readonly Unmarked[],
  keys: Keys,
  version: Version,
): Unmarked[] {
  const isBase = ({ schema }: Unmarked) => typeof schema === 'object' && schema.discriminator
  if (!schemas.some(isBase)) return [...schemas]
  const heirs = heirsByRef(schemas)
  const byRef = new Map(schemas.map((each) => [`#/$defs/${each.name}`, each.schema]))
  const order = new Map([...byRef.keys()].map((ref, index) => [ref, index]))
  const at = (ref: string) => order.get(ref) as number
  return schemas.map((named) => {
    const { name, schema } = named
    if (typeof schema === 'boolean' || schema.discriminator === undefined) return named
    if (schema.anyOf ?? schema.oneOf) return named
    const own = `#/$defs/${name}`
    const found = reached(heirs.get(own) ?? [], (ref) => heirs.get(ref) ?? [])
    if (found.size > 0 && mayBeItself(keys.get(name), schema, byRef, version)) found.add(own)
    const targets = [...found].sort((a, b) => at(a) - at(b))
    const discriminator = withImplied(schema.discriminator, targets, keys)
    return { ...named, schema: { ...schema, discriminator } }
  })
}

/**
 * Whether a value may be of a base itself. In Swagger 2.0 its name is a value like those of its heirs
 * (Schema Object, `discriminator`); 3.x says so of its heirs only, so that a list of values decides.
 */
function mayBeItself(
  key: string | undefined,
  { discriminator, properties = {} }: SchemaObject,
  byRef: ReadonlyMap<string, Schema>,
  version: Version,
): boolean {
  const { propertyName } = discriminator as Discriminator
  const member = Object.hasOwn(properties, propertyName) ? Object(properties[propertyName]) : {}
  const values = (member.$ref === undefined ? member : Object(byRef.get(member.$ref))).enum
  return Array.isArray(values) ? values.includes(key) : version === '2.0'
}

function withImplied(
  { propertyName, mapping }: Discriminator,
  targets: readonly string[],
  keys: Keys,
): Discriminator {
  const mapped = new Set(Object.values(mapping))
  const implied = targets.flatMap((target) => {
    const key = keys.get(target.slice('#/$defs/'.length))
    const isNew = key !== undefined && !mapped.has(target) && !Object.hasOwn(mapping, key)
    return isNew ? [[key, target]] : []
  })
  return { propertyName, mapping: { ...mapping, ...Object.fromEntries(implied) } }
}

/** The references to the schemas that have an `allOf` with a reference, by that reference. */
function heirsByRef(schemas: readonly Unmarked[]): Map<string, string[]> {
  const heirs = new Map<string, string[]>()
  for (const { name, schema } of schemas) {
    for (const ref of parentsOf(schema)) {
      heirs.set(ref, [...(heirs.get(ref) ?? []), `#/$defs/${name}`])
    }
  }
  return heirs
}

/** The references of an `allOf`, however deep: what a schema inherits from. */
export function parentsOf(schema: Schema): string[] {
  if (typeof schema === 'boolean') return []
  return (schema.allOf ?? []).flatMap((part) =>
    typeof part === 'object' && part.$ref !== undefined ? [part.$ref] : parentsOf(part),
  )
}
