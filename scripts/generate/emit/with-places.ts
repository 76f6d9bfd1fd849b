import { spread } from '../model/graph/spread.js'
import type { Model, SchemaObject } from '../model/model.js'
import { subschemas } from '../model/schemas/int64.js'
import { LEFT_OUT } from '../model/schemas/schema.js'
import { remembered } from '../remembered.js'

/** The names of the schemas that have places: int64s, or members that a handler does not get. */
export const withPlaces = remembered(({ schemas }: Model): ReadonlySet<string> => {
  const readOnly = spread(schemas, (schema) => typeof schema === 'object' && holdsReadOnly(schema))
  return new Set(schemas.flatMap(({ name, int64 }) => (int64 || readOnly.has(name) ? name : [])))
})

const holdsReadOnly: (schema: SchemaObject) => boolean = remembered((schema: SchemaObject) => {
  return (
    readOnlyIn(schema).length > 0 ||
    subschemas(schema).some((child) => typeof child === 'object' && holdsReadOnly(child))
  )
})

/** The members of a schema that a handler does not get. */
export function readOnlyIn({ [LEFT_OUT]: leftOut }: SchemaObject): readonly string[] {
  return leftOut?.flag === 'readOnly' ? leftOut.names : []
}
