import { refToSchema, schemaNameIn } from '../../openapi/schema/references.js'
import {
  type Schema,
  type SchemaObject,
  SUBTYPES,
  selectedSchemas,
} from '../../openapi/schema/schema.js'
import { annotationsOf, type SchemaContext, schemaContext } from '../analysis/composition.js'
import {
  baseOf,
  type PolymorphicBase,
  selectingValues,
  unlessOthers,
  valuesBySchema,
} from '../analysis/discriminators.js'
import { inheritanceOf } from '../analysis/graph.js'
import { valuesAs } from '../analysis/json-values.js'
import { namedMembers } from '../analysis/members.js'
import type { Model, NamedSchema } from '../model/model.js'
import { uniqueNames } from '../shared/names.js'

/**
 * Splits a base with a discriminator, from which others inherit (`allOf`, 3.1, section 4.8.25), into `PetBase`, which
 * the subtypes extend, and `Pet`, which operations name. A `Pet` is one of the subtypes by its `petType`, or else a
 * `PetBase`.
 */
export function unionOfSubtypes(model: Model): Model {
  const inheritance = inheritanceOf(model.schemas)
  const bases = new Map(model.schemas.flatMap((named) => baseOf(named, inheritance)))
  if (bases.size === 0) return model
  const targets = new Set([...bases.values()].flatMap((base) => base.targets))
  const unique = uniqueNames(model.schemas.map(({ name }) => name))
  const bodies = new Map([...bases.keys()].map((name) => [name, unique(`${name}Base`)]))
  const context = schemaContext(model.schemas)
  const schemas = model.schemas.flatMap((named): NamedSchema[] => {
    const { name, componentKey } = named
    const base = bases.get(name)
    // No subtype, such as a body of `allOf: [Pet]`: it is whatever a `Pet` is.
    const isSubtype = componentKey !== undefined || targets.has(name)
    if (!isSubtype && base === undefined) return [named]
    const schema = withBodies(named.schema, bodies)
    const typeSchema = withBodies(named.typeSchema, bodies)
    if (base === undefined) return [{ ...named, schema, typeSchema }]
    const body = bodies.get(name) as string
    const { whole, wholeType } = choiceOf(base, body, context)
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

/** A schema that refers to the bodies of its bases. */
function withBodies(schema: Schema, bodies: ReadonlyMap<string, string>): Schema {
  if (typeof schema === 'boolean' || schema.allOf === undefined) return schema
  const allOf = schema.allOf.map((part): Schema => {
    const { $ref } = Object(part) as SchemaObject
    const body = $ref === undefined ? undefined : bodies.get(schemaNameIn($ref))
    return body === undefined
      ? withBodies(part, bodies)
      : { ...Object(part), $ref: refToSchema(body) }
  })
  return { ...schema, allOf }
}

function sharedBy(name: string, schema: Schema): SchemaObject {
  const { discriminator: _, ...body } = schema as SchemaObject
  return { ...body, description: `Members of every {@link ${name}}.` }
}

/** The base itself, or the subtypes by their values: a discriminator refuses no value. */
function choiceOf(
  base: PolymorphicBase,
  body: string,
  context: SchemaContext,
): { readonly whole: SchemaObject; readonly wholeType: SchemaObject } {
  const { name, propertyName, targets, defaultMapping } = base
  const all = selectedSchemas(base)
  const own = { $ref: refToSchema(body) }
  const others = targets.filter((target) => target !== name)
  const fallback = others.find((target) => refToSchema(target) === defaultMapping)
  const heirs = others.filter((target) => target !== fallback)
  const selected = heirs.map((target) => selectedBy({ ...base, mapping: all }, target, context))
  const told = heirs.map((target) => selectedBy(base, target, context))
  const leading = Object.entries(all).filter(([, $ref]) => others.includes(schemaNameIn($ref)))
  const subtypes = selected.filter((each) => each.properties !== undefined)
  const mapping = Object.fromEntries(leading)
  if (fallback === undefined) {
    return {
      whole: { ...own, discriminator: { propertyName, mapping }, [SUBTYPES]: subtypes },
      wholeType: { anyOf: [...told, own] },
    }
  }
  const $ref = refToSchema(fallback)
  const itself = targets.includes(name)
    ? [{ ...selectedBy({ ...base, mapping: all }, name, context), ...own }]
    : []
  const rest = { $ref, ...unlessOthers(propertyName, [...subtypes, ...itself]) }
  return {
    whole: {
      ...own,
      discriminator: { propertyName, mapping, defaultMapping: $ref },
      [SUBTYPES]: [...subtypes, ...itself, rest],
    },
    wholeType: { anyOf: [...told, { $ref }, own] },
  }
}

/** A schema for the values that a discriminator leads to it with; for any value if there are none. */
function selectedBy(
  { name, propertyName, mapping }: PolymorphicBase,
  target: string,
  context: SchemaContext,
): SchemaObject {
  const $ref = refToSchema(target)
  const { schema } = namedMembers(target, context).get(propertyName) ?? {}
  const base = namedMembers(name, context).get(propertyName)?.schema
  const names = valuesBySchema(mapping).get(target) as readonly string[]
  const values = selectingValues(names, schema, base, context)
  if (values.length === 0) return { $ref }
  const property = valuesAs(values, schema, context)
  return { $ref, required: [propertyName], properties: { [propertyName]: property } }
}
