import { refToSchema, schemaNameIn } from '../../../openapi/schema/references.js'
import type { Discriminator, SchemaObject } from '../../../openapi/schema/schema.js'
import { Diagnostics } from '../../diagnostics/diagnostics.js'
import { Cursor } from '../document/cursor.js'
import { targetOf } from '../document/references.js'
import { excerpt } from './malformed-schemas.js'
import { isSchema } from './schema-references.js'

/** A Discriminator Object (3.1, section 4.8.25), or its name in Swagger 2.0. */
export function readDiscriminator(
  cursor: Cursor,
  components: ReadonlyMap<string, Cursor>,
  nameOf: (target: Cursor) => string,
): Discriminator | undefined {
  const named = typeof cursor.value === 'string' ? cursor : cursor.get('propertyName')
  if (typeof named?.value !== 'string') {
    cursor.warn('the discriminator names no member', 'add `propertyName`')
    return undefined
  }
  const mapping = (cursor.get('mapping')?.entries() ?? []).flatMap(([value, reference]) => {
    const target = mappedTo(reference, components)
    return target === undefined ? [] : [[value, target] as const]
  })
  const fallback = cursor.get('defaultMapping')
  if (fallback !== undefined) {
    // It maps unknown values (3.2, section 4.25); the schemas themselves then select the alternative.
    mappedTo(fallback, components)
    return undefined
  }
  const references = mapping.map(([value, target]) => [value, refToSchema(nameOf(target))])
  return { propertyName: named.value, mapping: Object.fromEntries(references) }
}

/** The schema of a mapping: a component's name, or a reference. One without a schema is reported. */
function mappedTo(reference: Cursor, components: ReadonlyMap<string, Cursor>): Cursor | undefined {
  const { source, pointer, value, report } = reference
  if (typeof value === 'string') {
    const component = components.get(value)
    const target = component ?? targetOf(new Cursor(source, pointer, value, new Diagnostics()))
    if (target !== undefined && (component !== undefined || isSchema(target))) {
      return new Cursor(target.source, target.pointer, target.value, report)
    }
  }
  const message = `the mapping names no schema (${excerpt(value)})`
  reference.warn(message, 'correct it or add the schema')
  return undefined
}

/** Keys of components by the names of their schemas: the values that a mapping leaves out. */
type ComponentKeys = ReadonlyMap<string, string>

/** Adds the mapping that the alternatives imply: keys of components that no value maps to. */
export function withImpliedBranches(schema: SchemaObject, keys: ComponentKeys): SchemaObject {
  const { discriminator, anyOf = [], oneOf = [] } = schema
  if (discriminator === undefined) return schema
  const targets = [...anyOf, ...oneOf].flatMap((branch) =>
    typeof branch === 'object' && branch.$ref !== undefined ? [branch.$ref] : [],
  )
  return { ...schema, discriminator: withImpliedTargets(discriminator, targets, keys) }
}

/** Adds these targets to a mapping, by their keys, unless a value maps to them. */
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
