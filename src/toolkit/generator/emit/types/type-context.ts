import type { Model, Schema } from '../../model/model.js'
import type { Kinds } from './kinds.js'
import type { Members } from './members.js'

/** What the type of a schema depends on beside the schema. */
export interface TypeContext {
  /** The named schemas. */
  readonly schemas: ReadonlyMap<string, Schema>
  readonly int64: Model['int64']
  /** What stands before the name of a type: `schemas.` where the types are another module. */
  readonly prefix: string
  /** Collects the names of the types that a type is made of. */
  readonly used: Set<string>
  /** What has been found out about named schemas. */
  readonly kinds: Map<string, Kinds>
  readonly members: Map<string, Members>
  /** The members of named schemas whose types are being found out: one may hold itself. */
  readonly open: Set<string>
}

export function typeContext(
  schemas: Iterable<{ readonly name: string; readonly schema: Schema }>,
  int64: Model['int64'],
  prefix = '',
): TypeContext {
  return {
    schemas: new Map([...schemas].map(({ name, schema }) => [name, schema])),
    int64,
    prefix,
    used: new Set(),
    kinds: new Map(),
    members: new Map(),
    open: new Set(),
  }
}

/** A named schema. */
export function schemaNamed(name: string, { schemas }: TypeContext): Schema {
  return schemas.get(name) ?? true
}
