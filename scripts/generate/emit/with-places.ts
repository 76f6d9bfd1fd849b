import { spread } from '../model/graph/spread.js'
import type { Model, Schema, SchemaObject } from '../model/model.js'
import { subschemas } from '../model/schemas/int64.js'
import { LEFT_OUT } from '../model/schemas/schema.js'
import { remembered } from '../remembered.js'

/** The names of the schemas that have places: int64s, or members that a handler does not get. */
export const withPlaces = remembered(({ schemas }: Model): ReadonlySet<string> => {
  const holds = (schema: Schema) => typeof schema === 'object' && holdsReadOnly(schema)
  const isAny = schemas.some(({ schema }) => holds(schema))
  const readOnly = isAny ? spread(schemas, holds) : new Set()
  return new Set(schemas.flatMap(({ name, int64 }) => (int64 || readOnly.has(name) ? name : [])))
})

/** Of named schemas only: what stands in them is many times as many. */
const holdsReadOnly = remembered(findReadOnly)

function findReadOnly(schema: SchemaObject): boolean {
  if (leftOutIn(schema).length > 0) return true
  return subschemas(schema).some((child) => typeof child === 'object' && findReadOnly(child))
}

/** The members of a schema that a handler does not get. */
export function leftOutIn({ [LEFT_OUT]: leftOut }: SchemaObject): readonly string[] {
  return leftOut?.flag === 'readOnly' ? leftOut.names : []
}
