import { schemaNameIn } from '../../../openapi/schema/references.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import type { NamedSchema } from '../../model/model.js'
import type { Target } from '../../print/target.js'
import { repeatedSchemas } from './recursion.js'

/** What units know of the whole model. */
export interface Context extends Pick<Target, 'language'> {
  /** The schema that a `$ref` refers to. */
  readonly target: ($ref: string) => Schema
  /** The names of schemas that judge an object once, however often they are asked. */
  readonly repeated: ReadonlySet<string>
}

/** What leads from references to schemas. */
export type Targets = Pick<Context, 'target'>

export function createTargets(schemas: readonly NamedSchema[]): Targets {
  const byName = new Map(schemas.map(({ name, schema }) => [name, schema]))
  return { target: ($ref) => byName.get(schemaNameIn($ref)) as Schema }
}

export function createContext(
  schemas: readonly NamedSchema[],
  language: Target['language'],
): Context {
  return { ...createTargets(schemas), language, repeated: repeatedSchemas(schemas) }
}
