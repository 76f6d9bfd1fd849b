import type { LazyOperation, OperationContract } from '../contract/contract.js'
import { type Lazy, lazy } from './lazy.js'

/**
 * An operation, which is loaded and prepared on first use.
 *
 * @param importParts - Calls what imports the rest of an operation of a large contract.
 * @param change - Gives the operation that is used in its place.
 * @param prepare - Is awaited before it is used.
 */
export function lazyOperation(
  operation: OperationContract | LazyOperation,
  importParts: (load: LazyOperation['load']) => ReturnType<LazyOperation['load']>,
  change: (loaded: OperationContract) => OperationContract,
  prepare: (loaded: OperationContract) => Promise<unknown>,
): Lazy<OperationContract> {
  return lazy(async () => {
    const loaded = change(await load())
    await prepare(loaded)
    return loaded
  })

  async function load(): Promise<OperationContract> {
    if (!('load' in operation)) return operation
    const { load, ...route } = operation
    return { ...route, ...(await importParts(load)) }
  }
}
