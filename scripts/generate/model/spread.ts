import { subschemas, type Unmarked } from './int64.js'
import type { Schema, SchemaObject } from './schema.js'

/**
 * The schemas that have something, themselves or through what they refer to.
 *
 * @param others - The names that a schema refers to without a `$ref`.
 */
export function spread(
  schemas: readonly Pick<Unmarked, 'name' | 'schema'>[],
  has: (schema: Schema) => boolean,
  others: (schema: SchemaObject) => string[] = () => [],
): Set<string> {
  const users = new Map<string, string[]>()
  for (const { name, schema } of schemas) {
    for (const used of references(schema, others))
      users.set(used, [...(users.get(used) ?? []), name])
  }
  const found = new Set<string>()
  const queue = schemas.filter(({ schema }) => has(schema)).map(({ name }) => name)
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (found.has(name)) continue
    found.add(name)
    queue.push(...(users.get(name) ?? []))
  }
  return found
}

/** The names that a schema refers to, however deep. */
export function references(schema: Schema, others: (schema: SchemaObject) => string[]): string[] {
  if (typeof schema === 'boolean') return []
  const own = schema.$ref === undefined ? [] : [schema.$ref.slice('#/$defs/'.length)]
  const nested = subschemas(schema).flatMap((child) => references(child, others))
  return [...own, ...others(schema), ...nested]
}
