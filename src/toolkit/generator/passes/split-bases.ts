import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import type { Diagnostics } from '../diagnostics/diagnostics.js'
import { circlesOf } from '../graph/graph.js'
import { inPlace, referredBy, withParts } from '../graph/in-place-applicators.js'
import { parentsOf } from '../read/schemas/discriminator.js'
import type { Unmarked } from './int64.js'

/**
 * Schemas without the circles that many documents draw and that have one sensible reading:
 *
 * - `Pet` is one of `Cat` and `Dog`, and these are `Pet`s (`allOf`) with more members. In them it is
 *   what every pet has: `PetBase`, the same without the choice.
 * - A schema is itself, and perhaps more: what leads back says nothing.
 */
export function withBases(schemas: readonly Unmarked[], report: Diagnostics): Unmarked[] {
  const circles = circlesOf(graphOf(schemas))
  if (circles.size === 0) return [...schemas]
  const split = splitBases(schemas, circles, report)
  return withoutReturns(split, circlesOf(graphOf(split)), report)
}

type Circles = ReadonlyMap<string, number>

function graphOf(schemas: readonly Unmarked[]): Map<string, readonly string[]> {
  return new Map(schemas.map(({ name, schema }) => [name, inPlace(schema)]))
}

function splitBases(
  schemas: readonly Unmarked[],
  circles: Circles,
  report: Diagnostics,
): Unmarked[] {
  const taken = new Set(schemas.map(({ name }) => name))
  const parents = new Map(schemas.map(({ name, schema }) => [name, parentsOf(schema)]))
  const bodies = new Map<string, string>()
  for (const { name, schema } of schemas) {
    if (!circles.has(name) || !choosesWithin(schema, circleOf(name, circles))) continue
    bodies.set(name, free(`${name}Base`, taken))
  }
  return schemas.flatMap((named) => {
    const { name, schema, origin } = named
    if (!circles.has(name)) return named
    const within = circleOf(name, circles)
    const own = withParts(schema as SchemaObject, (other) =>
      other !== name && within(other) ? (bodies.get(other) ?? other) : other,
    )
    const body = bodies.get(name)
    if (body === undefined) return { ...named, schema: own }
    const message = `\`${name}\` chooses among schemas that refer back to it; in them it is \`${body}\`, the same without the choice`
    report.warn(origin, message, 'give what they share a schema of its own')
    return [
      { ...named, name: body, schema: withoutChoice(own, within) },
      { ...named, schema: areHeirs(own, name, parents) ? onlyChoice(own) : own },
    ]
  })
}

type Within = (name: string) => boolean

/** Whether another schema is in the same circle. */
function circleOf(name: string, circles: Circles): Within {
  return (other) => circles.get(other) === circles.get(name)
}

const CHOICES = ['anyOf', 'oneOf'] as const

function isWithin(branch: Schema, within: Within): boolean {
  return typeof branch === 'object' && branch.$ref !== undefined && within(referredBy(branch.$ref))
}

/** Whether a schema, or a part or branch of it, is one of schemas of its circle. */
function choosesWithin(schema: Schema, within: Within): boolean {
  if (typeof schema === 'boolean') return false
  const { allOf = [], anyOf = [], oneOf = [] } = schema
  if ([...anyOf, ...oneOf].some((branch) => isWithin(branch, within))) return true
  return [...allOf, ...anyOf, ...oneOf].some((part) => choosesWithin(part, within))
}

function withoutChoice(schema: Schema, within: Within): Schema {
  if (typeof schema === 'boolean') return schema
  const inside = (part: Schema) => withoutChoice(part, within)
  const rest: Record<string, unknown> = { ...schema }
  if (schema.allOf) rest.allOf = schema.allOf.map(inside)
  for (const keyword of CHOICES) {
    const branches = schema[keyword]
    if (!branches?.some((branch) => isWithin(branch, within))) {
      if (branches) rest[keyword] = branches.map(inside)
    } else {
      delete rest[keyword]
      delete rest.discriminator
    }
  }
  return rest as SchemaObject
}

/** Whether every branch inherits from the schema: what it says they say. */
function areHeirs(
  { anyOf = [], oneOf = [], allOf }: SchemaObject,
  name: string,
  parents: ReadonlyMap<string, readonly string[]>,
): boolean {
  const branches = [...anyOf, ...oneOf]
  return (
    allOf === undefined &&
    branches.length > 0 &&
    branches.every(
      (branch) =>
        typeof branch === 'object' &&
        branch.$ref !== undefined &&
        parents.get(referredBy(branch.$ref))?.includes(`#/$defs/${name}`),
    )
  )
}

function onlyChoice(schema: SchemaObject): SchemaObject {
  const { title, description, deprecated, anyOf, oneOf, discriminator } = schema
  const entries = Object.entries({ title, description, deprecated, anyOf, oneOf, discriminator })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** Leaves out the parts by which a schema is itself. */
function withoutReturns(
  schemas: readonly Unmarked[],
  circles: Circles,
  report: Diagnostics,
): Unmarked[] {
  if (circles.size === 0) return [...schemas]
  const order = new Map(schemas.map(({ name }, index) => [name, index]))
  return schemas.map((named, index) => {
    const { name, schema, origin } = named
    if (!circles.has(name)) return named
    let isCut = false
    const within = circleOf(name, circles)
    const own = withParts(schema as SchemaObject, (other) => {
      if (!within(other) || (order.get(other) as number) > index) return other
      isCut = true
      return undefined
    })
    if (!isCut) return named
    const message = 'what the schema refers to leads back to it, which says nothing and is left out'
    report.warn(origin, message, 'break the circle of `$ref`s')
    return { ...named, schema: own }
  })
}

function free(wanted: string, taken: Set<string>): string {
  let name = wanted
  for (let n = 2; taken.has(name); n++) name = `${wanted}_${n}`
  taken.add(name)
  return name
}
