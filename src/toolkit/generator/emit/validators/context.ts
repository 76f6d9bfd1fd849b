import { schemaNameIn } from '../../../openapi/schema/references.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import type { NamedSchema } from '../../model/model.js'
import type { Output } from '../../print/imports.js'
import { repeatedSchemas } from './recursion.js'

/** The named schemas, as far as units need them. */
export interface Context extends Pick<Output, 'language'> {
  /** The schema that a `$ref` names. */
  readonly target: ($ref: string) => Schema
  /** Names of schemas that validate an object once, however often they are called for it. */
  readonly repeated: ReadonlySet<string>
}

export function createLookup(schemas: readonly NamedSchema[]): Pick<Context, 'target'> {
  const byName = new Map(schemas.map(({ name, schema }) => [name, schema]))
  return { target: ($ref) => byName.get(schemaNameIn($ref)) as Schema }
}

export function createContext(
  schemas: readonly NamedSchema[],
  language: Output['language'],
): Context {
  return { ...createLookup(schemas), language, repeated: repeatedSchemas(schemas) }
}
