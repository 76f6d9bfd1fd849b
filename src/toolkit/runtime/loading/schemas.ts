import {
  nameIn,
  type Schema,
  type SchemaWithId,
  schemaConstant,
} from '../../openapi/schema/schema.js'
import type { Contract, OperationContract, SchemaTable } from '../contract/contract.js'
import type { Explain } from '../errors/violations.js'
import { inTurn, lazy } from './lazy.js'

/** What explains takes some time to load, and is needed for what is refused. */
export const loadExplanation = lazy(() => {
  return inTurn(() => import('../../validation/explain/explain.js'))
})

/** Explains refused values of operations for which `loadFor` has been called. */
export function explainerOf(contract: Pick<Contract, 'schemas'>) {
  const { loaded, loadReachable, loadAll } = lazySchemas(contract)
  const target = ($ref: string) => loaded.get(nameIn($ref)) as Schema
  let explanation: Awaited<ReturnType<typeof loadExplanation>>
  const explain: Explain = (schema, value) => explanation.explainBy(target, schema, value)
  const loadFor = async (operation: OperationContract) => {
    explanation = await loadExplanation()
    for (const name of schemasOf(operation)) await loadReachable(name)
  }
  return { explain, loadFor, loadAll }
}

/** The schemas by which the requests and responses of an operation are validated. */
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
    return { loaded, loadReachable: async (_name: string) => {}, loadAll: async () => {} }
  }
  const loaded = new Map<string, SchemaWithId>()
  const complete = new Set<string>()
  const table = lazy(() => inTurn(schemas))
  const loadOne = schemaLoader()
  const load = async (byName: SchemaTable, name: string) => {
    const schema = loaded.get(name) ?? (await loadOne(byName, name))
    loaded.set(name, schema)
    return schema
  }
  /** Loads a schema and all that it refers to, directly or indirectly. */
  const loadReachable = async (name: string) => {
    if (complete.has(name)) return
    const byName = await table()
    const names = new Set([name])
    // A set iterates over members that are added meanwhile.
    for (const each of names) {
      const schema = await load(byName, each)
      for (const other of referencesIn(schema)) if (Object.hasOwn(byName, other)) names.add(other)
    }
    for (const each of names) complete.add(each)
  }
  return {
    loaded,
    loadReachable,
    async loadAll() {
      const byName = await table()
      for (const name of Object.keys(byName)) {
        await load(byName, name)
        complete.add(name)
      }
    },
  }
}

/** Loads schemas; imports a file once for all schemas in it. */
function schemaLoader(): (table: SchemaTable, name: string) => Promise<SchemaWithId> {
  type Import = SchemaTable[string]
  const files = new Map<Import, Import>()
  return async (table, name) => {
    const load = table[name] as Import
    const file = files.get(load) ?? lazy(() => inTurn(load))
    files.set(load, file)
    return (await file())[schemaConstant(name)] as SchemaWithId
  }
}

/** Names that a schema refers to, and perhaps some that are only in its constants. */
function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    key === '$ref' && typeof member === 'string' ? nameIn(member) : referencesIn(member),
  )
}
