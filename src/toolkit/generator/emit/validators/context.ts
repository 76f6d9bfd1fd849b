import type { NamedSchema, Schema } from '../../model/model.js'
import { refName } from '../refs.js'
import { repeatedSchemas } from './recursion.js'

/** What units know of the whole model. */
export interface Context {
  /** The schema that a `$ref` refers to. */
  readonly target: ($ref: string) => Schema
  /** The names of schemas that judge an object once, however often they are asked. */
  readonly repeated: ReadonlySet<string>
}

export function createContext(schemas: readonly NamedSchema[]): Context {
  const byName = new Map(schemas.map(({ name, schema }) => [name, schema]))
  return {
    target: ($ref) => byName.get(refName($ref)) as Schema,
    repeated: repeatedSchemas(schemas),
  }
}
