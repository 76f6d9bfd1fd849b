import { isObject } from '../../../openapi/json.js'
import { meantName } from '../../../shared/spelling.js'
import type { Cursor } from '../document/cursor.js'
import { partsOf, resolve, targetOf } from '../document/references.js'
import { excerpt } from './malformed-schemas.js'
import { isSchema } from './schema-references.js'

/** Reports a discriminator whose property nothing describes, and values that their own schemas refuse. */
export function checkDiscriminator(schema: Cursor, components: ReadonlyMap<string, Cursor>): void {
  const { discriminator: own } = Object(schema.value)
  if (typeof own === 'string') {
    const named = schema.get('discriminator') as Cursor
    reportUndescribed(named, own, [membersOf(schema.quiet())])
    reportOptional(named, [schema], schema, own)
  }
  if (!isObject(own)) return
  const discriminator = schema.get('discriminator')
  const name = discriminator?.get('propertyName')?.value
  if (discriminator === undefined || typeof name !== 'string') return
  const quiet = schema.quiet()
  const branches = ['oneOf', 'anyOf'].flatMap((keyword) => quiet.get(keyword)?.elements() ?? [])
  const mapping = quiet.get('discriminator')?.get('mapping')?.entries() ?? []
  const mapped = mapping.map(([value, at]) => [value, at, targetIn(at, components)] as const)
  const parts = [quiet, ...branches, ...mapped.flatMap(([, , target]) => target ?? [])]
  if (
    branches.length === 0 &&
    mapped.length > 0 &&
    !isInherited(
      schema,
      mapped.map(([, , target]) => target),
    )
  ) {
    const message = 'the discriminator chooses nothing: no `oneOf` or `anyOf` is beside it'
    discriminator.warn(message, 'list the schemas of its `mapping` in `oneOf`')
  }
  const members = parts.map((each) => membersOf(each))
  reportUndescribed(discriminator, name, members)
  for (const branch of branches) reportNameless(branch, name, schema)
  reportOptional(discriminator, branches.length > 0 ? branches : [quiet], quiet, name)
  const reached = branches.flatMap((each) => [...reachedFrom(each)])
  for (const [value, { pointer }, target] of mapped) {
    const isAlien = target && isSchema(target) && !reached.some((at) => reachedFrom(target).has(at))
    if (branches.length > 0 && isAlien) {
      const message = `the mapping leads from ${JSON.stringify(value)} to a schema that is not among those of \`oneOf\` or \`anyOf\``
      const place = { source: schema.source, pointer }
      schema.report.warn(place, message, 'add it there, or correct the mapping')
    }
    const allowed = target && allowedIn(membersOf(target).get(name) ?? [])
    if (allowed === undefined || allowed.some((each) => isNamed(each, value))) continue
    const message = `the mapping leads from ${JSON.stringify(value)} to a schema whose \`${name}\` is ${allowed.map(excerpt).join(' or ')}`
    const place = { source: schema.source, pointer }
    schema.report.warn(place, message, 'write the value that the schema has, or correct the schema')
  }
}

/** True for a base: what its mapping names is made of it, or is it itself. */
function isInherited(schema: Cursor, targets: readonly (Cursor | undefined)[]): boolean {
  const own = resolve(schema.quiet())?.fullPointer
  return targets.some((target) => target && own !== undefined && reachedFrom(target).has(own))
}

/** A schema without a name is selected by the value that it has for the member (3.1, section 4.8.25). */
function reportNameless(branch: Cursor, name: string, schema: Cursor): void {
  const { $ref } = Object(branch.value)
  const described = membersOf(branch).get(name) ?? []
  if ($ref !== undefined || described.length === 0 || allowedIn(described) !== undefined) return
  const message = `no value of \`${name}\` leads to this schema, which has no name`
  const place = { source: branch.source, pointer: branch.pointer }
  const advice = `write \`const\` for its \`${name}\`, or make it a component`
  schema.report.warn(place, message, advice)
}

/** True for a value that a name in a mapping, which is a text, stands for: `True`, `1.0`. */
function isNamed(value: unknown, name: string): boolean {
  if (typeof value === 'number') return Number(name) === value
  return (
    String(value) === name || (typeof value === 'boolean' && String(value) === name.toLowerCase())
  )
}

/** The members of a schema and of those that hold with it, by name. */
type PropertiesByName = Map<string, Cursor[]>

function reportUndescribed(
  discriminator: Cursor,
  name: string,
  all: readonly PropertiesByName[],
): void {
  const known = new Set(all.flatMap((members) => [...members.keys()]))
  if (known.size === 0 || known.has(name)) return
  const meant = meantName(name, known)
  const advice =
    meant === undefined ? 'correct it, or describe the property' : `did you mean \`${meant}\`?`
  const message = `the discriminator's property \`${name}\` is in none of its schemas`
  const at = discriminator.get('propertyName') ?? discriminator
  at.warn(message, advice)
}

/** Names of a schema, and of those that it stands for or is made of. */
function reachedFrom(schema: Cursor): ReadonlySet<string> {
  return new Set(partsOf(schema).map(({ fullPointer }) => fullPointer))
}

function membersOf(schema: Cursor): PropertiesByName {
  const found: PropertiesByName = new Map()
  for (const part of partsOf(schema, ['allOf'])) {
    const properties = isObject(part.value) ? part.get('properties') : undefined
    if (!isObject(properties?.value)) continue
    for (const [name, each] of properties?.entries() ?? []) {
      found.set(name, [...(found.get(name) ?? []), each])
    }
  }
  return found
}

/** The values of `const` or `enum`: those of the last schema that has some, which narrows the others. */
function allowedIn(schemas: readonly Cursor[]): unknown[] | undefined {
  const lists = schemas.flatMap((schema) => {
    const { const: value, enum: values } = Object(resolve(schema)?.value)
    if (value !== undefined) return [[value]]
    return Array.isArray(values) ? [values] : []
  })
  return lists.at(0) && lists.reduce((least, each) => (each.length < least.length ? each : least))
}

function targetIn(reference: Cursor, components: ReadonlyMap<string, Cursor>): Cursor | undefined {
  if (typeof reference.value !== 'string') return undefined
  return (components.get(reference.value) ?? targetOf(reference))?.quiet()
}

/**
 * Reports a discriminator whose property a schema describes and does not require: a value without it selects no schema
 * (3.2, section 4.25.1, which has `defaultMapping` for that).
 */
function reportOptional(
  discriminator: Cursor,
  alternatives: readonly Cursor[],
  around: Cursor,
  name: string,
): void {
  const { defaultMapping } = Object(discriminator.value)
  if (defaultMapping !== undefined || says(around, name).isRequired) return
  const optional = alternatives.find((each) => {
    const { isDescribed, isRequired } = says(each, name)
    return isDescribed && !isRequired
  })
  if (optional === undefined) return
  const { $ref } = Object(optional.value)
  const owner = typeof $ref === 'string' ? ` of \`${$ref.split('/').at(-1)}\`` : ''
  const message = `the discriminator's property \`${name}\`${owner} is optional: a value without it selects no schema`
  const at = discriminator.get('propertyName') ?? discriminator
  at.warn(message, 'name it in `required`')
}

/** What a schema says of a property, with those that hold with it. */
function says(schema: Cursor, name: string) {
  const all = partsOf(schema.quiet(), ['allOf']).map(({ value }) => Object(value))
  return {
    isDescribed: all.some(({ properties }) => Object.hasOwn(Object(properties), name)),
    isRequired: all.some(({ required }) =>
      Array.isArray(required) ? required.includes(name) : Object.hasOwn(Object(required), name),
    ),
  }
}
