import type { SchemaLookup } from '../../openapi/schema/conjuncts.js'
import { mapSchema } from '../../openapi/schema/map.js'
import { schemaNameIn } from '../../openapi/schema/references.js'
import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import type { NamedSchema } from '../model/model.js'
import { isOneWay } from './one-way-schema.js'

/** Schemas as examples are validated by them. */
export interface ExampleSchemas {
  adapted(schema: Schema): Schema
  /** The adapted schema that a `$ref` names. */
  target($ref: string): Schema
}

/**
 * An example may be one of a request or of a response, so that members of only one of them are not
 * required. Other schemas stay as they are.
 */
export function exampleSchemas(schemas: readonly NamedSchema[]): ExampleSchemas {
  const byName = new Map(schemas.map(({ name, schema }) => [name, schema]))
  const target = ($ref: string) => byName.get(schemaNameIn($ref)) as Schema
  const known = new Map<Schema, Schema>()
  const adapted = (schema: Schema): Schema => {
    if (typeof schema === 'boolean') return schema
    const found = known.get(schema)
    if (found !== undefined) return found
    const result = mapSchema(withoutOneWay(schema, target), adapted)
    known.set(schema, result)
    return result
  }
  return { adapted, target: ($ref) => adapted(target($ref)) }
}

/** The schema without `required` names of read-only and write-only members. */
function withoutOneWay(schema: SchemaObject, target: SchemaLookup): SchemaObject {
  const { required, properties = {} } = schema
  const isOptional = (name: string) => {
    const member = Object.hasOwn(properties, name) ? properties[name] : undefined
    return isOneWay(member, 'readOnly', target) || isOneWay(member, 'writeOnly', target)
  }
  if (!required?.some(isOptional)) return schema
  return { ...schema, required: required.filter((name) => !isOptional(name)) }
}
