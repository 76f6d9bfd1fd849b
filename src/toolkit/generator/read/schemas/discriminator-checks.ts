import { isObject, plainText } from '../../../openapi/json.js'
import { didYouMean } from '../../../shared/spelling.js'
import type { Cursor } from '../document/cursor.js'
import { partsOf, resolve, targetOf } from '../document/references.js'
import { excerpt } from './malformed-schemas.js'
import { isSchema } from './schema-references.js'

/** Reports a discriminator whose property nothing describes, and values that their own schemas refuse. */
export function checkDiscriminator(schema: Cursor, components: ReadonlyMap<string, Cursor>): void {
  const quiet = schema.quiet()
  const discriminator = quiet.get('discriminator')
  const { value } = discriminator ?? {}
  const name = isObject(value) ? value.propertyName : value
  if (discriminator === undefined || typeof name !== 'string') return
  const at = isObject(value) ? (discriminator.get('propertyName') as Cursor) : discriminator
  const branches = quiet.parts('oneOf', 'anyOf')
  const entries = isObject(value) ? (discriminator.get('mapping')?.entries() ?? []) : []
  const choice = {
    ...{ name, at, own: propertyIn(quiet, name) },
    branches: branches.map((branch) => ({ branch, ...propertyIn(branch, name) })),
    mapped: entries.flatMap(([value, at]) => {
      const named = typeof at.value === 'string' ? components.get(at.value) : undefined
      const isNamed = named !== undefined || typeof at.value !== 'string'
      const target = (isNamed ? named : targetOf(at))?.quiet()
      return target ? [{ value, at, target, ...propertyIn(target, name) }] : []
    }),
    warn: ({ source, pointer }: Cursor, message: string, advice: string) =>
      schema.report.warn({ source, pointer }, message, advice),
  }
  const isBase = choice.mapped.some(({ target }) => leadsTo(target, resolve(quiet)))
  if (branches.length === 0 && entries.length > 0 && !isBase) {
    const message = 'the discriminator chooses nothing: no `oneOf` or `anyOf` is beside it'
    choice.warn(discriminator, message, 'list the schemas of its `mapping` in `oneOf`')
  }
  reportProperty(choice)
  const isFree = choice.own.isRequired || Object(value).defaultMapping !== undefined
  if (!isFree) reportOptional(choice, quiet)
  for (const each of choice.mapped) reportMapped(each, choice)
}

type Property = ReturnType<typeof propertyIn>
type ToldBranch = Property & { readonly branch: Cursor }
type Mapped = Property & { readonly value: string; readonly at: Cursor; readonly target: Cursor }

interface ToldChoice {
  readonly name: string
  readonly at: Cursor
  readonly own: Property
  readonly branches: readonly ToldBranch[]
  readonly mapped: readonly Mapped[]
  readonly warn: (at: Cursor, message: string, advice: string) => void
}

function reportProperty({ name, at, own, branches, mapped, warn }: ToldChoice): void {
  const known = [own, ...branches, ...mapped].flatMap(({ names }) => names)
  if (known.length > 0 && !known.includes(name)) {
    const message = `the discriminator's property \`${name}\` is in none of its schemas`
    warn(at, message, didYouMean(name, known, 'correct it, or describe the property'))
  }
  // A schema without a name is selected by the value that it has for the member (3.1, section 4.8.25).
  for (const { branch, members } of branches) {
    if (Object(branch.value).$ref || members.length === 0 || allowedIn(members)) continue
    const message = `no value of \`${name}\` leads to this schema, which has no name`
    warn(branch, message, `write \`const\` for its \`${name}\`, or make it a component`)
  }
}

/** A value without the property selects no schema (3.2, section 4.25.1, which has `defaultMapping` for that). */
function reportOptional({ name, at, own, branches, warn }: ToldChoice, schema: Cursor): void {
  const alternatives = branches.length > 0 ? branches : [{ branch: schema, ...own }]
  const optional = alternatives.find(({ members, isRequired }) => members.length > 0 && !isRequired)
  if (optional === undefined) return
  const owner = Object(optional.branch.value).$ref?.split('/').at(-1)
  const message = `the discriminator's property \`${name}\`${owner ? ` of \`${owner}\`` : ''} is optional: a value without it selects no schema`
  warn(at, message, 'name it in `required`')
}

function reportMapped({ value, at, target, members }: Mapped, choice: ToldChoice): void {
  const { name, branches, warn } = choice
  const leads = `the mapping leads from ${JSON.stringify(value)} to a schema`
  const meets = (branch: Cursor) => partsOf(branch).some((part) => leadsTo(target, part))
  const isAlien = isSchema(target) && !branches.some(({ branch }) => meets(branch))
  if (branches.length > 0 && isAlien) {
    const message = `${leads} that is not among those of \`oneOf\` or \`anyOf\``
    warn(at, message, 'add it there, or correct the mapping')
  }
  const allowed = allowedIn(members)
  if (allowed === undefined || allowed.some((each) => isNamed(each, value))) return
  const message = `${leads} whose \`${name}\` is ${allowed.map(excerpt).join(' or ')}`
  warn(at, message, 'write the value that the schema has, or correct the schema')
}

/** What a schema says of a property, with those that hold with it. */
function propertyIn(schema: Cursor, name: string) {
  const parts = partsOf(schema.quiet(), ['allOf'])
  const properties = parts.flatMap((part) => {
    const found = Object(part.value).properties
    return isObject(found) ? (part.get('properties')?.entries() ?? []) : []
  })
  return {
    names: properties.map(([each]) => each),
    members: properties.flatMap(([each, member]) => (each === name ? member : [])),
    isRequired: parts.some(({ value }) => [Object(value).required].flat().includes(name)),
  }
}

/** True if a schema stands for another one, or is made of it. */
function leadsTo(schema: Cursor, target: Cursor | undefined): boolean {
  return partsOf(schema).some((part) => part.fullPointer === target?.fullPointer)
}

/** True for a value that a name in a mapping, which is a text, stands for: `True`, `1.0`. */
function isNamed(value: unknown, name: string): boolean {
  if (typeof value === 'number') return Number(name) === value
  return (
    plainText(value) === name ||
    (typeof value === 'boolean' && String(value) === name.toLowerCase())
  )
}

/** The values of `const` or `enum`: those of the schema with the fewest, which narrows the others. */
function allowedIn(schemas: readonly Cursor[]): unknown[] | undefined {
  const lists = schemas.flatMap((schema) => {
    const { const: value, enum: values } = Object(resolve(schema)?.value)
    if (value !== undefined) return [[value]]
    return Array.isArray(values) ? [values] : []
  })
  return lists.at(0) && lists.reduce((least, each) => (each.length < least.length ? each : least))
}
