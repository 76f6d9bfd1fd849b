import { conjunctsOf } from '../emit/types/conjuncts.js'
import { narrowed, valuesByTarget } from '../emit/types/discriminated-union.js'
import { valuesAs } from '../emit/types/literals.js'
import { membersOf, namedMembers } from '../emit/types/members.js'
import { type TypeContext, typeContext } from '../emit/types/type-context.js'
import { refName } from '../graph/refs.js'
import type { NamedSchema, Schema, SchemaObject } from '../model/model.js'
import { parentsOf } from '../read/schemas/discriminator.js'
import { remembered } from '../shared/memoize.js'

/**
 * Schemas as their types are written where others inherit from one with a discriminator (`allOf`,
 * 3.1, section 4.8.25): `Pet`, which operations name, is the union of what inherits from it, so that
 * `switch (pet.petType)` narrows it; what all of them share is `PetBase`, which they extend; and each
 * has its own literal for `petType`. Schemas that nothing inherits from stay as they are.
 */
export function withUnions(schemas: readonly NamedSchema[]): readonly NamedSchema[] {
  const lineage = lineageOf(schemas)
  const bases = new Map(schemas.flatMap((named, index) => baseOf(named, index, lineage)))
  if (bases.size === 0) return schemas
  const taken = new Set(schemas.map(({ name }) => name))
  const bodies = new Map([...bases.keys()].map((name) => [name, free(`${name}Base`, taken)]))
  const family = { bases, bodies, lineage, context: typeContext(schemas, 'number') }
  return schemas.flatMap((named): NamedSchema[] => {
    const own = bases.get(named.name)
    const schema = inherited(named, family)
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

/** The schemas that inherit from others, and what is made of these. */
interface Family {
  readonly bases: ReadonlyMap<string, Base>
  readonly bodies: ReadonlyMap<string, string>
  readonly lineage: Lineage
  readonly context: TypeContext
}

/** A schema that others inherit from. */
interface Base {
  readonly name: string
  /** Where it stands among all schemas. */
  readonly index: number
  readonly propertyName: string
  readonly mapping: Readonly<Record<string, string>>
  /** The names of those that the mapping leads to and that inherit, and its own if it leads there. */
  readonly targets: readonly string[]
}

function baseOf(
  { name, schema }: NamedSchema,
  index: number,
  { above }: Lineage,
): [string, Base][] {
  const { discriminator } = typeof schema === 'object' ? schema : {}
  if (discriminator === undefined || conjunctsOf(schema).choices.length > 0) return []
  const targets = [...new Set(Object.values(discriminator.mapping).map(refName))]
  const inheriting = targets.filter((target) => target === name || above(target).has(name))
  if (!inheriting.some((target) => target !== name)) return []
  return [[name, { name, index, ...discriminator, targets: inheriting }]]
}

function unionOf(
  { name, propertyName, mapping, targets }: Base,
  bodies: ReadonlyMap<string, string>,
): SchemaObject {
  const to = (target: string) => `#/$defs/${target === name ? bodies.get(name) : target}`
  return {
    anyOf: targets.map((target) => ({ $ref: to(target) })),
    discriminator: {
      propertyName,
      mapping: Object.fromEntries(
        Object.entries(mapping).map(([value, ref]) => [value, to(refName(ref))]),
      ),
    },
  }
}

/** A schema with the literals of the bases that it inherits from, and referring to their bodies. */
function inherited({ name, schema }: NamedSchema, family: Family): Schema {
  const { bases, bodies, lineage } = family
  const above = [...lineage.above(name)].flatMap((each) => bases.get(each) ?? [])
  if (above.length === 0) return schema
  above.sort((a, b) => a.index - b.index)
  const literals = above.flatMap((base) => literalOf(name, schema, base, family))
  const own = extending(schema as SchemaObject, bodies)
  return literals.length === 0 ? own : { ...own, allOf: [...literals, ...(own.allOf as Schema[])] }
}

/** The discriminator's values for a schema and for what inherits from it. */
function literalOf(
  name: string,
  schema: Schema,
  base: Base,
  { lineage, context }: Family,
): Schema[] {
  const leading = valuesByTarget(base.mapping)
  const places = placesOf(base.mapping)
  const place = (value: string) => places.get(value) as number
  const names = [name, ...lineage.below(name)].flatMap((each) => leading.get(each) ?? [])
  names.sort((a, b) => place(a) - place(b))
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

/** Where each value of a mapping stands in it. */
const placesOf = remembered(
  (mapping: Base['mapping']) =>
    new Map(Object.keys(mapping).map((value, index) => [value, index] as const)),
)

/** What each schema inherits from, and what inherits from it, however far away. */
interface Lineage {
  above(name: string): ReadonlySet<string>
  below(name: string): readonly string[]
}

function lineageOf(schemas: readonly NamedSchema[]): Lineage {
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
  const below = new Map<string, string[]>()
  for (const { name } of schemas) {
    for (const each of above(name)) {
      const heirs = below.get(each)
      if (heirs) heirs.push(name)
      else below.set(each, [name])
    }
  }
  return { above, below: (name) => below.get(name) ?? [] }
}

function free(wanted: string, taken: Set<string>): string {
  let name = wanted
  for (let n = 2; taken.has(name); n++) name = `${wanted}_${n}`
  taken.add(name)
  return name
}
