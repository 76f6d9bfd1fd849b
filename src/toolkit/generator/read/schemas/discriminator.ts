import { plainText } from '../../../openapi/json.js'
import { refToSchema, schemaNameIn } from '../../../openapi/schema/references.js'
import type { Discriminator, SchemaObject } from '../../../openapi/schema/schema.js'
import { defined } from '../../../shared/defined.js'
import { didYouMean } from '../../../shared/spelling.js'
import type { Cursor } from '../document/cursor.js'
import { targetOf } from '../document/references.js'
import { hasNearly } from '../document/unknown-members.js'
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
    const isMisspelt = hasNearly(cursor, 'propertyName')
    if (!isMisspelt) cursor.warn('the discriminator names no member', 'add `propertyName`')
    return undefined
  }
  const mapping = (cursor.get('mapping')?.entries() ?? []).flatMap(([value, reference]) => {
    const target = mappedTo(reference, components)
    return target === undefined ? [] : [[value, target] as const]
  })
  const fallback = cursor.get('defaultMapping')
  const target = fallback && mappedTo(fallback, components)
  const references = mapping.map(([value, target]) => [value, refToSchema(nameOf(target))] as const)
  return defined({
    propertyName: named.value,
    mapping: Object.fromEntries(references),
    defaultMapping: target && refToSchema(nameOf(target)),
  })
}

/** The schema of a mapping: a component's name, or a reference. One without a schema is reported. */
function mappedTo(reference: Cursor, components: ReadonlyMap<string, Cursor>): Cursor | undefined {
  const { value, report } = reference
  if (typeof value === 'string') {
    const component = components.get(value)
    const target = component ?? targetOf(reference.quiet())
    if (target !== undefined && (component !== undefined || isSchema(target))) {
      return target.reportingTo(report)
    }
  }
  const message = `the mapping names no schema (${excerpt(value)})`
  const name = plainText(value).replace(/^#\/components\/schemas\/|^#\/definitions\//, '')
  const others = [...components.keys()].filter((each) => each !== name)
  reference.warn(message, didYouMean(name, others, 'correct it or add the schema'))
  return undefined
}

/** Values that a mapping need not have, by the names of their schemas. */
type ImpliedValues = ReadonlyMap<string, readonly string[]>

/** Values by which a discriminator selects a component: its key, and what Microsoft's tools name it by. */
export function impliedValues(key: string, component: Cursor): string[] {
  const { value } = component.get('x-ms-discriminator-value') ?? {}
  return typeof value === 'string' && value !== key ? [value, key] : [key]
}

/** Adds the mapping that the alternatives imply: values that the mapping has no schema for. */
export function withImpliedBranches(schema: SchemaObject, values: ImpliedValues): SchemaObject {
  const { discriminator, anyOf = [], oneOf = [] } = schema
  if (discriminator === undefined) return schema
  const targets = [...anyOf, ...oneOf].flatMap((branch) =>
    typeof branch === 'object' && branch.$ref !== undefined ? [branch.$ref] : [],
  )
  return { ...schema, discriminator: withImpliedTargets(discriminator, targets, values) }
}

/**
 * Adds these targets to a mapping. The name of a schema stays a value of it beside others that the mapping
 * has for it, unless the mapping has another schema for the name (3.1.1, section 4.8.25).
 */
export function withImpliedTargets(
  discriminator: Discriminator,
  targets: readonly string[],
  values: ImpliedValues,
): Discriminator {
  const mapping = new Map(Object.entries(discriminator.mapping))
  const mapped = new Set(mapping.values())
  const names = new Map<string, string>()
  const valuesOf = (target: string) => values.get(schemaNameIn(target)) ?? []
  const implied = [
    ...targets.map((target) => [valuesOf(target)[0], target] as const),
    ...targets.flatMap((target) => valuesOf(target).map((value) => [value, target] as const)),
  ]
  for (const [value, target] of implied) {
    if (value === undefined || mapping.has(value) || names.has(value)) continue
    ;(mapped.has(target) ? names : mapping).set(value, target)
  }
  return {
    ...discriminator,
    mapping: Object.fromEntries(mapping),
    ...(names.size > 0 && { names: Object.fromEntries(names) }),
  }
}
