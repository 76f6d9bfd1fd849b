import {
  nameIn,
  type Schema,
  type SchemaWithId,
  schemaConstant,
} from '../../openapi/schema/schema.js'
import { lazy } from '../../shared/memoize.js'
import type { Contract, OperationContract, SchemaTable } from '../contract/contract.js'
import type { Explain } from '../errors/violations.js'

/** What explains takes some time to load, and is needed for what is refused. */
export const loadExplanation = lazy(() => import('../../validation/explain/explain.js'))

/** Explains refused values of operations for which `loadFor` has been called. */
export function explainerOf(contract: Pick<Contract, 'schemas'>) {
  const { loaded, loadReachable, loadAll } = lazySchemas(contract)
  const target = ($ref: string) => loaded.get(nameIn($ref)) as Schema
  let explanation: Awaited<ReturnType<typeof loadExplanation>>
  const explain: Explain = (schema, value) => explanation.explainBy(target, schema, value)
  const loadFor = async (operation: OperationContract) => {
    explanation = await loadExplanation()
    await loadReachable(schemasOf(operation))
  }
  return { explain, loadFor, loadAll }
}

function schemasOf(operation: OperationContract): string[] {
  const { params, query, querystring, headers, cookies, requestBody } = operation
  const { responseHeaders = {}, responses } = operation
  const parts = [
    ...[params, query, querystring, headers, cookies],
    ...Object.values(requestBody?.content ?? {}),
    ...Object.values(responseHeaders),
    ...Object.values(responses).flatMap((content) => Object.values(content)),
  ]
  return parts.flatMap((part) => (part && 'schema' in part && part.schema) || [])
}

export async function loadSchemas(
  contract: Pick<Contract, 'schemas'>,
): Promise<ReadonlyMap<string, SchemaWithId>> {
  const schemas = lazySchemas(contract)
  await schemas.loadAll()
  return schemas.loaded
}

/** The schemas of a contract; those of a large one are loaded when they are needed. */
export function lazySchemas({ schemas }: Pick<Contract, 'schemas'>) {
  if (typeof schemas !== 'function') {
    const loaded = new Map(schemas.map((schema) => [schema.$id, schema]))
    return { loaded, loadReachable: async () => {}, loadAll: async () => {} }
  }
  const loaded = new Map<string, SchemaWithId>()
  const complete = new Set<string>()
  const table = lazy(schemas)
  /** Loads schemas and all that they refer to, directly or indirectly. */
  const loadReachable = async (given: readonly string[]) => {
    const byName = await table()
    const names = new Set(given)
    // A set iterates over members that are added meanwhile.
    for (const name of names) {
      if (complete.has(name) || !Object.hasOwn(byName, name)) continue
      const schema = loaded.get(name) ?? (await loadOne(byName, name))
      loaded.set(name, schema)
      for (const other of referencesIn(schema)) names.add(other)
    }
    for (const name of names) complete.add(name)
  }
  const loadAll = async () => loadReachable(Object.keys(await table()))
  return { loaded, loadReachable, loadAll }
}

async function loadOne(table: SchemaTable, name: string): Promise<SchemaWithId> {
  const file = await (table[name] as SchemaTable[string])()
  return file[schemaConstant(name)] as SchemaWithId
}

/** Names of schemas that a value refers to, and perhaps some that are only in its constants. */
export function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    key === '$ref' && typeof member === 'string' ? nameIn(member) : referencesIn(member),
  )
}
