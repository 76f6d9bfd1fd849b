import type { Contract, SchemaTable, SchemaWithId } from '../contract.js'

/** All schemas of a contract, by name; those of a large one are loaded now. */
export async function loadSchemas({
  schemas,
}: Pick<Contract, 'schemas'>): Promise<ReadonlyMap<string, SchemaWithId>> {
  const all = typeof schemas === 'function' ? await loadTable(await schemas()) : schemas
  return new Map(all.map((schema) => [schema.$id, schema]))
}

function loadTable(table: SchemaTable): Promise<SchemaWithId[]> {
  return loadAll(table, Object.keys(table), new Map())
}

/** Loads these schemas and all that they refer to; returns them. */
export async function loadAll(
  table: SchemaTable,
  names: readonly string[],
  loaded: Map<string, SchemaWithId>,
): Promise<SchemaWithId[]> {
  const found = new Map<string, SchemaWithId>()
  for (let next = names; next.length > 0; ) {
    const schemas = await Promise.all(next.map((name) => loadOne(table, name, loaded)))
    for (const schema of schemas) found.set(schema.$id, schema)
    const references = new Set(schemas.flatMap((schema) => [...referencesIn(schema)]))
    next = [...references].filter((name) => Object.hasOwn(table, name) && !found.has(name))
  }
  return [...found.values()]
}

async function loadOne(
  table: SchemaTable,
  name: string,
  loaded: Map<string, SchemaWithId>,
): Promise<SchemaWithId> {
  const known = loaded.get(name)
  if (known !== undefined) return known
  const schema = (await table[name]?.())?.[`${name}Schema`] as SchemaWithId
  loaded.set(name, schema)
  return schema
}

/** The names that a schema refers to, and perhaps some that only stand in its constants. */
function* referencesIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    if (key === '$ref' && typeof member === 'string') yield member.slice(0, -1)
    else yield* referencesIn(member)
  }
}
