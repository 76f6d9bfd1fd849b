import { referencesOf } from '../../openapi/schema/references.js'
import type { Schema } from '../../openapi/schema/schema.js'

/**
 * Names of the schemas for which `has` is true, itself or for a schema that they refer to.
 *
 * @param links - Names of the schemas that a schema refers to.
 */
export function propagate(
  schemas: readonly { readonly name: string; readonly schema: Schema }[],
  has: (schema: Schema) => boolean,
  links: (schema: Schema) => readonly string[] = referencesOf,
): Set<string> {
  const queue = schemas.filter(({ schema }) => has(schema)).map(({ name }) => name)
  if (queue.length === 0) return new Set()
  const users = new Map<string, string[]>()
  for (const { name, schema } of schemas) {
    for (const used of links(schema)) {
      const list = users.get(used)
      if (list) list.push(name)
      else users.set(used, [name])
    }
  }
  const found = new Set<string>()
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (found.has(name)) continue
    found.add(name)
    queue.push(...(users.get(name) ?? []))
  }
  return found
}
