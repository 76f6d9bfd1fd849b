import { refToSchema, schemaNameIn } from '../../openapi/schema/references.js'
import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import { defined } from '../../shared/defined.js'
import { type SchemaContext, schemaContext } from '../analysis/composition.js'
import {
  baseOf,
  narrowedValues,
  type PolymorphicBase,
  valuesBySchema,
} from '../analysis/discriminators.js'
import { type Inheritance, inheritanceOf } from '../analysis/graph.js'
import { valuesAs } from '../analysis/json-values.js'
import { membersOf, namedMembers } from '../analysis/members.js'
import type { Model, NamedSchema } from '../model/model.js'
import { uniqueNames } from '../shared/names.js'
import { lenientBase } from './lenient-base.js'

/**
 * Splits a base with a discriminator, from which others inherit (`allOf`, 3.1, section 4.8.25), into `PetBase`, which
 * the subtypes extend, and `Pet`, which operations name. A `Pet` is one of the subtypes by its `petType`, or else a
 * `PetBase`. A strict `Pet` is one of the subtypes, and each has its own values of `petType`.
 */
export function unionOfSubtypes(model: Model): Model {
  const inheritance = inheritanceOf(model.schemas)
  const isStrict = model.discriminator === 'strict'
  const bases = new Map(
    model.schemas.flatMap((named, index) => baseOf(named, index, inheritance, isStrict)),
  )
  if (bases.size === 0) return model
  const unique = uniqueNames(model.schemas.map(({ name }) => name))
  const bodies = new Map([...bases.keys()].map((name) => [name, unique(`${name}Base`)]))
  const context = schemaContext(model.schemas)
  const family = { bases, bodies, inheritance, context }
  const typeFamily = {
    ...family,
    context: schemaContext(model.schemas.map(({ name, typeSchema: schema }) => ({ name, schema }))),
  }
  const schemas = model.schemas.flatMap((named): NamedSchema[] => {
    const { name } = named
    const schema = inheriting(name, named.schema, family)
    const typeSchema = inheriting(name, named.typeSchema, typeFamily)
    const base = bases.get(name)
    if (base === undefined) return [{ ...named, schema, typeSchema }]
    const body = bodies.get(name) as string
    const { whole, wholeType } = base.isStrict
      ? { whole: unionOf(base, body), wholeType: unionOf(base, body) }
      : lenientBase(base, body, context)
    return [
      {
        ...named,
        name: body,
        schema: sharedBy(name, schema),
        typeSchema: sharedBy(name, typeSchema),
      },
      {
        ...named,
        schema: { ...annotationsOf(schema), ...whole },
        typeSchema: { ...annotationsOf(typeSchema), ...wholeType },
      },
    ]
  })
  return { ...model, schemas }
}

/** All schemas that inherit from each other, and the names of the bodies of the bases. */
interface Family {
  readonly bases: ReadonlyMap<string, PolymorphicBase>
  readonly bodies: ReadonlyMap<string, string>
  readonly inheritance: Inheritance
  readonly context: SchemaContext
}

function unionOf(
  { name, propertyName, mapping, defaultMapping, targets }: PolymorphicBase,
  body: string,
): SchemaObject {
  const to = (target: string) => refToSchema(target === name ? body : target)
  const entries = Object.entries(mapping).map(([value, ref]) => [value, to(schemaNameIn(ref))])
  return {
    anyOf: targets.map((target) => ({ $ref: to(target) })),
    discriminator: {
      propertyName,
      mapping: Object.fromEntries(entries),
      ...(defaultMapping && { defaultMapping: to(schemaNameIn(defaultMapping)) }),
    },
  }
}

function sharedBy(name: string, schema: Schema): SchemaObject {
  const { discriminator: _, ...body } = schema as SchemaObject
  return { ...body, description: `Members of every {@link ${name}}.` }
}

function annotationsOf(schema: Schema): SchemaObject {
  const { title, description, deprecated } = schema as SchemaObject
  return defined({ title, description, deprecated })
}

/** A schema that refers to the bodies of its bases, with its values of their discriminators. */
function inheriting(name: string, schema: Schema, family: Family): Schema {
  const { bases, bodies, inheritance } = family
  const above = [...inheritance.ancestors(name)].flatMap((each) => bases.get(each) ?? [])
  if (above.length === 0) return schema
  above.sort((a, b) => a.index - b.index)
  const strict = above.filter(({ isStrict }) => isStrict)
  const values = strict.flatMap((base) => discriminatorOf(name, schema, base, family))
  const own = withBodies(schema as SchemaObject, bodies)
  return values.length === 0 ? own : { ...own, allOf: [...values, ...(own.allOf as Schema[])] }
}

/** The discriminator of a base with its values for a schema and the subtypes of that. */
function discriminatorOf(
  name: string,
  schema: Schema,
  base: PolymorphicBase,
  { inheritance, context }: Family,
): Schema[] {
  const position = (value: string) => base.order.get(value) as number
  const byTarget = valuesBySchema(base.mapping)
  const all = [name, ...inheritance.descendants(name)]
  // A default is for all values that lead to no other schema.
  if (base.defaultMapping && all.includes(schemaNameIn(base.defaultMapping))) return []
  const names = all.flatMap((each) => byTarget.get(each) ?? [])
  names.sort((a, b) => position(a) - position(b))
  const member = membersOf(schema, context).get(base.propertyName)
  const values = narrowedValues(names, member, context)
  if (values === undefined) return []
  const described = namedMembers(base.name, context).get(base.propertyName)?.schema
  const { description } = typeof described === 'object' ? described : {}
  const property = {
    ...(description !== undefined && { description }),
    ...valuesAs(values, described, context),
  }
  return [{ properties: { [base.propertyName]: property } }]
}

function withBodies(schema: SchemaObject, bodies: ReadonlyMap<string, string>): SchemaObject {
  const allOf = schema.allOf?.map((part) => {
    if (typeof part === 'boolean') return part
    const body = part.$ref === undefined ? undefined : bodies.get(schemaNameIn(part.$ref))
    return body === undefined ? withBodies(part, bodies) : { ...part, $ref: refToSchema(body) }
  })
  return allOf === undefined ? schema : { ...schema, allOf }
}
