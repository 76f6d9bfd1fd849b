import { type SchemaContext, schemaContext } from '../../analysis/schema-context.js'
import type { Model } from '../../model/model.js'

/** Everything that the type of a schema depends on beside the schema. */
export interface TypeContext extends SchemaContext {
  readonly int64: Model['int64']
  /** Text before the name of a type: `schemas.` if the types are another module. */
  readonly prefix: string
  /** Members of named schemas whose types are being printed: a member may contain itself. */
  readonly open: Set<string>
}

export function typeContext(
  schemas: Parameters<typeof schemaContext>[0],
  int64: Model['int64'],
  prefix = '',
): TypeContext {
  return { ...schemaContext(schemas), int64, prefix, open: new Set() }
}
