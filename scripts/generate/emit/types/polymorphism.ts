import type { NamedSchema, Schema, SchemaObject } from '../../model/model.js'
import { parentsOf } from '../../model/schemas/discriminator.js'
import { refName } from '../refs.js'
import { conjunctsOf } from './conjuncts.js'
import { narrowed } from './discriminated.js'
import { valuesAs } from './literals.js'
import { membersOf, namedMembers } from './members.js'
import { type TypeContext, typeContext } from './type-context.js'

/**
 * Schemas as their types are written where others inherit from one with a discriminator (`allOf`,
 * 3.1, section 4.8.25): `Pet`, which operations name, is the union of what inherits from it, so that
 * `switch (pet.petType)` narrows it; what all of them share is `PetBase`, which they extend; and each
 * has its own literal for `petType`. Schemas that nothing inherits from stay as they are.
 */
export function withUnions(schemas: readonly NamedSchema[]): NamedSchema[] {
  const context = typeContext(schemas, 'number')
  const inherits = ancestry(schemas)
  const bases = schemas.flatMap((named) => baseOf(named, inherits))
  const byName = new Map(bases.map((base) => [base.name, base]))
  const taken = new Set(schemas.map(({ name }) => name))
  const bodies = new Map(bases.map(({ name }) => [name, free(`${name}Base`, taken)]))
  return schemas.flatMap((named): NamedSchema[] => {
    const own = byName.get(named.name)
    const schema = inherited(named, bases, bodies, context, inherits)
    if (own === undefined) return [{ ...named, schema }]
    const { discriminator, ...body } = schema as SchemaObject
    const { title, description, deprecated } = body
    const words = Object.fromEntries(
      Object.entries({ title, description, deprecated }).filter(([, value]) => value !== undefined),
    )
    const shared = `What every {@link ${own.name}} has.`
    return [
      { ...named, name: bodies.get(own.name) as string, schema: { ...body, description: shared } },
      { ...named, schema: { ...words, ...unionOf(own, bodies) } },
    ]
  })
}

type Inherits = (name: string, from: string) => boolean

/** A schema that others inherit from. */
interface Base {
  readonly name: string
  readonly propertyName: string
  readonly mapping: Readonly<Record<string, string>>
  /** The names of those that the mapping leads to and that inherit, and its own if it leads there. */
  readonly targets: readonly string[]
}

function baseOf({ name, schema }: NamedSchema, inherits: Inherits): Base[] {
  const { discriminator } = typeof schema === 'object' ? schema : {}
  if (discriminator === undefined || conjunctsOf(schema).choices.length > 0) return []
  const targets = [...new Set(Object.values(discriminator.mapping).map(refName))]
  const inheriting = targets.filter((target) => target === name || inherits(target, name))
  if (!inheriting.some((target) => target !== name)) return []
  return [{ name, ...discriminator, targets: inheriting }]
}

function unionOf(
  { name, propertyName, mapping, targets }: Base,
  bodies: ReadonlyMap<string, string>,
): SchemaObject {
  const to = (target: string) => `#/$defs/${target === name ? bodies.get(name) : target}`
  return {
    oneOf: targets.map((target) => ({ $ref: to(target) })),
    discriminator: {
      propertyName,
      mapping: Object.fromEntries(
        Object.entries(mapping).map(([value, ref]) => [value, to(refName(ref))]),
      ),
    },
  }
}

/** A schema with the literals of the bases that it inherits from, and referring to their bodies. */
function inherited(
  { name, schema }: NamedSchema,
  bases: readonly Base[],
  bodies: ReadonlyMap<string, string>,
  context: TypeContext,
  inherits: Inherits,
): Schema {
  const above = bases.filter((base) => base.name !== name && inherits(name, base.name))
  if (above.length === 0) return schema
  const literals = above.flatMap((base) => literalOf(name, schema, base, context, inherits))
  const own = extending(
    schema as SchemaObject,
    new Map(above.map((base) => [base.name, bodies.get(base.name) as string])),
  )
  return literals.length === 0 ? own : { ...own, allOf: [...literals, ...(own.allOf as Schema[])] }
}

/** The discriminator's values for a schema and for what inherits from it. */
function literalOf(
  name: string,
  schema: Schema,
  base: Base,
  context: TypeContext,
  inherits: Inherits,
): Schema[] {
  const names = Object.entries(base.mapping).flatMap(([value, ref]) => {
    const target = refName(ref)
    return target === name || inherits(target, name) ? value : []
  })
  const member = membersOf(schema, context).get(base.propertyName)
  const values = narrowed(names, member, context)
  if (values === undefined) return []
  const described = namedMembers(base.name, context).get(base.propertyName)?.schema
  const { description } = typeof described === 'object' ? described : {}
  const literal = {
    ...(description !== undefined && { description }),
    ...valuesAs(values, described, context),
  }
  return [{ properties: { [base.propertyName]: literal } }]
}

/** A schema whose `allOf` leads to the bodies of bases. */
function extending(schema: SchemaObject, bodies: ReadonlyMap<string, string>): SchemaObject {
  const allOf = schema.allOf?.map((part) => {
    if (typeof part === 'boolean') return part
    const body = part.$ref === undefined ? undefined : bodies.get(refName(part.$ref))
    return body === undefined ? extending(part, bodies) : { ...part, $ref: `#/$defs/${body}` }
  })
  return allOf === undefined ? schema : { ...schema, allOf }
}

/** The names of the schemas that each schema inherits from, however far above it. */
function ancestry(schemas: readonly NamedSchema[]): Inherits {
  const parents = new Map(schemas.map(({ name, schema }) => [name, parentsOf(schema).map(refName)]))
  const known = new Map<string, ReadonlySet<string>>()
  const above = (name: string): ReadonlySet<string> => {
    const found = known.get(name)
    if (found) return found
    known.set(name, new Set())
    const all = new Set(parents.get(name)?.flatMap((parent) => [parent, ...above(parent)]))
    known.set(name, all)
    return all
  }
  return (name, from) => above(name).has(from)
}

function free(wanted: string, taken: Set<string>): string {
  let name = wanted
  for (let n = 2; taken.has(name); n++) name = `${wanted}_${n}`
  taken.add(name)
  return name
}
