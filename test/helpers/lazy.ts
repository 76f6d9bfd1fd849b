import type { Contract, OperationContract } from 'fastify-contract'
import type { SchemaWithId } from '#toolkit/openapi/schema/schema.js'
import type { LazyOperation } from '#toolkit/runtime/contract/contract.js'

/**
 * The same contract, of which each operation is loaded on its first request, with the schemas that explain
 * what it refuses.
 *
 * @param load - Runs before any of them is loaded.
 */
export function lazyContract<C extends Contract>(contract: C, load = async () => {}): C {
  const operations = contract.operations.map(
    (operation): LazyOperation => ({
      ...operation,
      load: () => load().then(() => operation as OperationContract),
    }),
  )
  const schemas = (contract.schemas as readonly SchemaWithId[]).map((schema) => {
    const file = { [`${schema.$id}Schema`]: schema }
    return [schema.$id, () => load().then(() => file)]
  })
  return { ...contract, operations, schemas: async () => Object.fromEntries(schemas) }
}
