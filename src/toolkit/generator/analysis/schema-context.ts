import type { Schema } from '../../openapi/schema/schema.js'
import type { JsonTypes } from './json-types.js'
import type { Members } from './members.js'

/** The named schemas, and results about them that are computed once. */
export interface SchemaContext {
  readonly schemas: ReadonlyMap<string, Schema>
  readonly jsonTypes: Map<string, JsonTypes>
  readonly members: Map<string, Members>
}

export function schemaContext(
  schemas: Iterable<{ readonly name: string; readonly schema: Schema }>,
): SchemaContext {
  return {
    schemas: new Map([...schemas].map(({ name, schema }) => [name, schema])),
    jsonTypes: new Map(),
    members: new Map(),
  }
}

export function schemaNamed(name: string, { schemas }: SchemaContext): Schema {
  return schemas.get(name) ?? true
}
