import type { TestedContract } from '../../conformance/document/contract.js'
import { propagate } from '../../generator/analysis/graph.js'
import type { Schema } from '../../openapi/schema/schema.js'
import { schemaText } from '../inclusion/schema-text.js'

/** Names of the schemas that are not the same in two documents, in themselves or behind their references. */
export function changedNames(one: TestedContract, other: TestedContract): ReadonlySet<string> {
  const texts = new Map(other.model.schemas.map(({ name, schema }) => [name, schemaText(schema)]))
  const changed = new Set<Schema>(
    one.model.schemas
      .filter(({ name, schema }) => texts.get(name) !== schemaText(schema))
      .map(({ schema }) => schema),
  )
  const names = propagate(one.model.schemas, (schema) => changed.has(schema))
  const known = new Set(one.model.schemas.map(({ name }) => name))
  return new Set([...names, ...[...texts.keys()].filter((name) => !known.has(name))])
}
