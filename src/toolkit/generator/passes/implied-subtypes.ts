import { refToSchema, schemaNameIn } from '../../openapi/schema/references.js'
import type { Discriminator, SchemaObject } from '../../openapi/schema/schema.js'
import { inheritanceOf } from '../analysis/graph.js'
import type { Model, NamedSchema } from '../model/model.js'
import { withImpliedTargets } from '../read/schemas/discriminator.js'

/**
 * A discriminator without alternatives maps to the schemas that inherit from its own (`allOf`), by their
 * names; to its own schema too, where a value may be of that.
 */
export function impliedSubtypes(model: Model): Model {
  if (!model.schemas.some(isBase)) return model
  const values = new Map(model.schemas.map((each) => [each.name, each.discriminatorValues]))
  const { descendants } = inheritanceOf(model.schemas)
  const schemas = model.schemas.map((named) => {
    if (!isBase(named)) return named
    const found = new Set(descendants(named.name))
    if (found.size > 0 && mayBeBase(named, model)) found.add(named.name)
    const targets = model.schemas.flatMap(({ name }) => (found.has(name) ? refToSchema(name) : []))
    const discriminator = withImpliedTargets(named.schema.discriminator, targets, values)
    return { ...named, schema: { ...named.schema, discriminator } }
  })
  return { ...model, schemas }
}

interface DiscriminatedBase extends NamedSchema {
  readonly schema: SchemaObject & { readonly discriminator: Discriminator }
}

function isBase(named: NamedSchema): named is DiscriminatedBase {
  const { schema } = named
  if (typeof schema === 'boolean' || schema.discriminator === undefined) return false
  return (schema.anyOf ?? schema.oneOf) === undefined
}

/**
 * True if a value may be of the base itself. In Swagger 2.0 its name is a value like those of its
 * subtypes (Schema Object, `discriminator`); 3.x says so of subtypes only, so that an `enum` decides.
 */
function mayBeBase(
  { schema, componentKey }: DiscriminatedBase,
  { schemas, openapi }: Model,
): boolean {
  const { discriminator, properties = {} } = schema
  const { propertyName } = discriminator
  const member = Object.hasOwn(properties, propertyName) ? Object(properties[propertyName]) : {}
  const { $ref } = member
  const named = $ref && schemas.find(({ name }) => name === schemaNameIn($ref))?.schema
  const { enum: values } = $ref === undefined ? member : Object(named)
  return Array.isArray(values) ? values.includes(componentKey) : openapi === '2.0'
}
