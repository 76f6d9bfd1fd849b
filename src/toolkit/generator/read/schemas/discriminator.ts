import { refToSchema, schemaNameIn } from '../../../openapi/schema/references.js'
import type { Discriminator, SchemaObject } from '../../../openapi/schema/schema.js'
import { Diagnostics } from '../../diagnostics/diagnostics.js'
import { Cursor } from '../document/cursor.js'
import { targetOf } from '../document/references.js'
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
    if (target) return [[value, refToSchema(nameOf(target))]]
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

/** Keys of components by the names of their schemas: values where nothing is mapped. */
type ComponentKeys = ReadonlyMap<string, string>

/** The schema with the mapping that its alternatives imply: keys of components without a value. */
export function withImpliedBranches(schema: SchemaObject, keys: ComponentKeys): SchemaObject {
  const { discriminator, anyOf = [], oneOf = [] } = schema
  if (discriminator === undefined) return schema
  const targets = [...anyOf, ...oneOf].flatMap((branch) =>
    typeof branch === 'object' && branch.$ref !== undefined ? [branch.$ref] : [],
  )
  return { ...schema, discriminator: withImpliedTargets(discriminator, targets, keys) }
}

/** A discriminator that maps to these schemas too: those without a value, by their keys. */
export function withImpliedTargets(
  { propertyName, mapping }: Discriminator,
  targets: readonly string[],
  keys: ComponentKeys,
): Discriminator {
  const mapped = new Set(Object.values(mapping))
  const implied = targets.flatMap((target) => {
    const key = keys.get(schemaNameIn(target))
    const isNew = key !== undefined && !mapped.has(target) && !Object.hasOwn(mapping, key)
    return isNew ? [[key, target]] : []
  })
  return { propertyName, mapping: { ...mapping, ...Object.fromEntries(implied) } }
}
