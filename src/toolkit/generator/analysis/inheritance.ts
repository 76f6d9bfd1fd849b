import { parentsOf } from '../../openapi/schema/references.js'
import type { Schema } from '../../openapi/schema/schema.js'

/** Schemas by inheritance (`allOf`), at any distance. */
export interface Inheritance {
  ancestors(name: string): ReadonlySet<string>
  descendants(name: string): readonly string[]
}

export function inheritanceOf(
  schemas: readonly { readonly name: string; readonly schema: Schema }[],
): Inheritance {
  const parents = new Map(schemas.map(({ name, schema }) => [name, parentsOf(schema)]))
  const known = new Map<string, ReadonlySet<string>>()
  const ancestors = (name: string): ReadonlySet<string> => {
    const found = known.get(name)
    if (found) return found
    known.set(name, new Set())
    const all = new Set(parents.get(name)?.flatMap((parent) => [parent, ...ancestors(parent)]))
    known.set(name, all)
    return all
  }
  const descendants = new Map<string, string[]>()
  for (const { name } of schemas) {
    for (const ancestor of ancestors(name)) {
      const subtypes = descendants.get(ancestor)
      if (subtypes) subtypes.push(name)
      else descendants.set(ancestor, [name])
    }
  }
  return { ancestors, descendants: (name) => descendants.get(name) ?? [] }
}
