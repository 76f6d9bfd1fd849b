import { nameIn, type SchemaWithId, schemaConstant } from '../../openapi/shared-schema.js'
import type { Contract, SchemaTable } from '../contract.js'
import { type Lazy, lazy } from './load.js'

/** All schemas of a contract, by name; those of a large one are loaded now. */
export async function loadSchemas({
  schemas,
}: Pick<Contract, 'schemas'>): Promise<ReadonlyMap<string, SchemaWithId>> {
  const all = typeof schemas === 'function' ? await loadTable(await schemas()) : schemas
  return new Map(all.map((schema) => [schema.$id, schema]))
}

function loadTable(table: SchemaTable): Promise<SchemaWithId[]> {
  return loadSome(table, Object.keys(table))
}

/** Loads these schemas and all that they refer to. */
export async function loadAll(
  table: SchemaTable,
  names: readonly string[],
): Promise<SchemaWithId[]> {
  const found = new Map<string, SchemaWithId>()
  for (let next = names; next.length > 0; ) {
    const references = new Set<string>()
    for (const schema of await loadSome(table, next)) {
      found.set(schema.$id, schema)
      collectReferences(schema, references)
    }
    next = [...references].filter((name) => Object.hasOwn(table, name) && !found.has(name))
  }
  return [...found.values()]
}

/** Loads these schemas, and what they refer to only where it is one of them. */
export function loadSome(table: SchemaTable, names: readonly string[]): Promise<SchemaWithId[]> {
  return Promise.all(names.map((name) => loadOne(table, name)))
}

type Module = Readonly<Record<string, unknown>>

/** The modules of schemas, by what loads them. */
const modules = new WeakMap<() => Promise<Module>, Lazy<Module>>()

async function loadOne(table: SchemaTable, name: string): Promise<SchemaWithId> {
  const load = table[name] as () => Promise<Module>
  const module = modules.get(load) ?? lazy(load, (again) => again as Module)
  modules.set(load, module)
  return (await module.load())[schemaConstant(name)] as SchemaWithId
}

/** The names that a schema refers to, and perhaps some that only stand in its constants. */
function collectReferences(value: unknown, names: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    if (key === '$ref' && typeof member === 'string') names.add(nameIn(member))
    else collectReferences(member, names)
  }
}
