import type { Schema } from '../../openapi/schema/schema.js'
import type { Unmarked } from '../passes/int64.js'
import { referencesOf } from './schema-references.js'

/**
 * The schemas that have something, themselves or through what they refer to.
 *
 * @param links - The names of those that a schema refers to.
 */
export function spread(
  schemas: readonly Pick<Unmarked, 'name' | 'schema'>[],
  has: (schema: Schema) => boolean,
  links: (schema: Schema) => readonly string[] = referencesOf,
): Set<string> {
  const users = new Map<string, string[]>()
  for (const { name, schema } of schemas) {
    for (const used of links(schema)) {
      const list = users.get(used)
      if (list) list.push(name)
      else users.set(used, [name])
    }
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
